// The scripts of talk about rules.
import "../tips.js";
import "../talk.js";
