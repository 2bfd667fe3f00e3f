// The scripts of the page of a match, those of every page included.
import "../site.js";
import "../match.js";
import "../drawer.js";
import "../film.js";
import "../sound.js";
import "../panes.js";
import "../places.js";
import "../clocks.js";
import "../failed-move.js";
import "../seen.js";
import "../tips.js";
import "../nonce.js";
import "../noted.js";
import "../table-talk.js";
import "../dragging.js";
import "../keeping.js";
import "../push.js";
