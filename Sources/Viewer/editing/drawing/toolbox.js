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
 * @param {import("./tool-context.js").ToolContext} context
 * @returns {{ tools: Map<string, Tool>, select: Tool, reshape: ReshapeTool }}
 */
export function toolsFor(context) {
    const [select, reshape, lines] = [new SelectTool(context), new ReshapeTool(context), new LinesTool(context)];
    /** @type {Tool[]} */
    const all = Object.entries(ENDINGS).map(([name, ending]) => new PathTool(name, context, ending));
    all.push(select, new JoinTool(context), new MoveTool(context), new SimplifyTool(context), lines, new SuggestionsTool(context, lines), reshape);
    return { tools: new Map(all.map((tool) => [tool.name, tool])), select, reshape };
}
