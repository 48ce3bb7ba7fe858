// @ts-check
/** The texts of proposals, in English. */
export const phrases = {
    tab: "Proposals",
    tabCount: "Proposals ({count})",
    lead: "Changes proposed with other programs. Press A to accept or R to reject the selected one; you can undo either.",
    none: "No proposals.",
    count: { one: "{count} proposal", other: "{count} proposals" },
    createClause: "New clause: {clause}",
    replaceClause: "Change: {clause}",
    deleteClause: "Remove: {clause}",
    deleteMore: "Another program has deleted this annotation.",
    nothingChanges: "This would not change anything in the clause.",
    outdated: "Somebody has changed this since it was proposed.",
    notes: { one: "{count} note on the annotation", other: "{count} notes on the annotation" },
    accept: "Accept",
    reject: "Reject",
    showOnSheet: "Show on the sheet",
    accepted: "Accepted: {name}",
    rejected: "Rejected: {name}",
    proposal: "Proposal {id}",
};
