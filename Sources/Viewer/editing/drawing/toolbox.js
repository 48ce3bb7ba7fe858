// @ts-check
/** Creates all tools, by name. */
import { LinesTool } from "./tools/lines.js";
import { ENDINGS } from "./tools/path-endings.js";
import { PathTool } from "./tools/path.js";
import { ReshapeTool } from "./tools/reshape.js";
import { JoinTool } from "./tools/join.js";
import { MoveTool, SelectTool } from "./tools/select.js";
import { SimplifyTool } from "./tools/simplify.js";
import { SuggestionsTool } from "./tools/suggestions.js";

/** @typedef {import("./types.js").Tool} Tool */

/**
 * @param {import("./desk.js").Desk} desk
 * @returns {{ tools: Map<string, Tool>, select: Tool, reshape: ReshapeTool }}
 */
export function toolsFor(desk) {
    const [select, reshape, lines] = [new SelectTool(desk), new ReshapeTool(desk), new LinesTool(desk)];
    /** @type {Tool[]} */
    const all = Object.entries(ENDINGS).map(([name, ending]) => new PathTool(name, desk, ending));
    all.push(select, new JoinTool(desk), new MoveTool(desk), new SimplifyTool(desk), lines, new SuggestionsTool(desk, lines), reshape);
    return { tools: new Map(all.map((tool) => [tool.name, tool])), select, reshape };
}
