// The scripts of the page of a rule.
import "../tips.js";
import "../rules.js";
import "../talk.js";
