/** What a page asked for could not be fetched. */
export const isOldVersion = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|module script|Failed to fetch/i.test(error.message);

const RELOADED = "leashline-reloaded";
const ONCE_IN_MS = 20_000;

/** A page of an older release asks for files that are gone: fetching the new release cures it. Only once, in case it does not. */
export const reloadOnce = (): void => {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  // Without a network there is no newer release to fetch, and loading again would lose the page one came from.
  if (!navigator.onLine || Date.now() - last < ONCE_IN_MS) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  window.location.reload();
};

/** What is said in place of a page, and below it. */
export const words = {
  missing: ["There is no page at this address", "The link may be old, or part of it is missing."],
  old: ["This page could not be loaded", "The connection was interrupted, or a newer version of Leashline is ready. Reload the page."],
  broken: ["This page stopped working", "Everything you saved is safe. Reload the page. If it happens again, tell us what you were doing."],
} as const;
