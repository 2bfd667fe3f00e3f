// The scripts of every page.
import "../presses.js";
import "../site.js";
