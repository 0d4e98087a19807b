/** Whether the page stands on another website. */
export const isFramed = (): boolean => window.parent !== window;
