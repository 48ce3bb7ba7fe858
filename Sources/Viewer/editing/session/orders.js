// @ts-check
/**
 * The orders of new and moved objects: numbers between those of their neighbours. Putting one object after another in the same
 * place uses up the numbers that lie between, so neighbours then get new orders in the same edit. Pure.
 */

/** @typedef {{ id: string, order: number }} Ordered */

/** The least distance between new orders of neighbours, so that many more objects fit in before the next renumbering. */
const LEAST_STEP = 1 / 1024;
/** The maximum number of neighbours that get new orders, well below the server's limit of operations per edit. */
const MOST_NEIGHBOURS = 2000;

/**
 * Returns orders for objects that are put in a row between others, and new orders for as few of the others as possible, none
 * unless no number is free between the neighbours.
 * @template {{ order: number }} Item
 * @param {Item[]} others  in order, without the objects to be placed
 * @param {number} index  how many of the others come first
 * @param {number} [count]  the number of objects
 * @returns {{ orders: number[], moved: { item: Item, order: number }[] }}
 */
export function ordersAt(others, index, count = 1) {
    let [first, last] = [index, index];
    let orders = ordersBetween(others[first - 1], others[last], count, 0);
    while (!orders.isRising && last - first < MOST_NEIGHBOURS) {
        // Towards the narrower gap, where objects were added before.
        const isBefore = first > 0 && (last === others.length || gap(others, first - 1) <= gap(others, last + 1));
        if (isBefore) first -= 1;
        else last += 1;
        orders = ordersBetween(others[first - 1], others[last], last - first + count, LEAST_STEP);
    }
    const { numbers } = orders;
    const place = index - first;
    const neighbours = [...numbers.slice(0, place), ...numbers.slice(place + count)];
    const moved = others.slice(first, last).map((item, at) => ({ item, order: neighbours[at] }));
    return { orders: numbers.slice(place, place + count), moved };
}

/**
 * Returns the operations that put objects in a row between others.
 * @param {string} kind  the start of their paths
 * @param {Ordered[]} others  in order, without the objects to be placed
 * @param {number} index  how many of the others come first
 * @param {string[]} ids
 * @returns {{ path: string, after: number }[]}
 */
export function orderOperations(kind, others, index, ids) {
    const { orders, moved } = ordersAt(others, index, ids.length);
    const placed = [...moved.map(({ item, order }) => ({ id: item.id, order })), ...ids.map((id, at) => ({ id, order: orders[at] }))];
    return placed.map(({ id, order }) => ({ path: `${kind}/${id}/order`, after: order }));
}

/**
 * Returns the place of an object that moves by one: the others, and how many of them come first. Null if it cannot move.
 * @template {{ id: string }} Item
 * @param {Item[]} all
 * @param {string} id
 * @param {-1 | 1} steps
 */
export function movedPlace(all, id, steps) {
    const others = all.filter((one) => one.id !== id);
    const index = all.findIndex((one) => one.id === id) + steps;
    return index < 0 || index > others.length ? null : { others, index };
}

/** @param {{ order: number }[]} others @param {number} index @returns {number} the distance of an object from the one before it */
function gap(others, index) {
    return index <= 0 || index >= others.length ? Infinity : others[index].order - others[index - 1].order;
}

/**
 * Returns evenly spaced numbers between two orders, and whether each of them is greater than the one before by more than a step.
 * @param {{ order: number } | undefined} before
 * @param {{ order: number } | undefined} after
 * @param {number} count
 * @param {number} step
 */
function ordersBetween(before, after, count, step) {
    const numbers = Array.from({ length: count }, (_, at) => {
        if (!before) return after ? after.order - count + at : at;
        return after ? before.order + ((at + 1) * (after.order - before.order)) / (count + 1) : before.order + 1 + at;
    });
    const all = [...(before ? [before.order] : []), ...numbers, ...(after ? [after.order] : [])];
    return { numbers, isRising: all.every((number, at) => at === 0 || number - all[at - 1] > step) };
}
