// The scripts of a rulebook.
import "../tips.js";
import "../rules.js";
