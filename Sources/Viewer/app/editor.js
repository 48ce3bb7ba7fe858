// @ts-check
/** The script of the editor's page. */
import "../base/trusted.js";
