/** Marks the input within `box` as holding text that cannot be read, with the reason; an empty reason takes the mark away. */
export const markUnread = (box: ParentNode | null, reason: string) => box?.querySelector("input")?.setCustomValidity(reason);

/** True when a field on the page holds text that could not be read; it gets the focus, so that nothing is saved without it. */
export const stoppedByUnread = (): boolean => {
  const wrong = [...document.querySelectorAll("input")].find((input) => input.validity.customError);
  wrong?.focus();
  return wrong !== undefined;
};
