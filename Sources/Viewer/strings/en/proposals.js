// @ts-check
/** The texts of proposals, in English. */
export const phrases = {
    tab: "Proposals",
    tabCount: "Proposals ({count})",
    lead: "What people propose with other programs. A accepts and R rejects what has the focus; undo brings it back.",
    none: "Nothing is proposed.",
    count: { one: "{count} proposal", other: "{count} proposals" },
    createClause: "New clause: {clause}",
    replaceClause: "Change: {clause}",
    deleteClause: "Remove: {clause}",
    deleteMore: "The client has deleted this annotation.",
    nothingChanges: "Nothing that a clause has would change.",
    outdated: "Somebody has changed this since it was proposed.",
    notes: { one: "{count} note on the annotation", other: "{count} notes on the annotation" },
    accept: "Accept",
    reject: "Reject",
    showOnSheet: "Show on the sheet",
    accepted: "Accepted: {name}",
    rejected: "Rejected: {name}",
    proposal: "Proposal {id}",
};
