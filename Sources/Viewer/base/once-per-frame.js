// @ts-check

/**
 * Returns a function that has an action run in the next frame, once however often it is called before that.
 * @param {() => void} action
 */
export function oncePerFrame(action) {
    let isDue = false;
    return () => {
        if (isDue) return;
        isDue = true;
        requestAnimationFrame(() => {
            isDue = false;
            action();
        });
    };
}
