const same = (...labels: string[]) => labels.map((label) => ({ value: label, label }));
/** What the questionnaire offers to choose from. */
export const STAFF = same("Just me", "2 to 5", "6 to 10", "More than 10");
export const LOCATIONS = same("1", "2 to 3", "4 to 10", "More than 10");
export const YEARS = same("Just starting", "Less than 2", "2 to 5", "More than 5");
export const GOALS = same(
  "A clear calendar",
  "Fewer no-shows",
  "Online booking",
  "Taking payments",
  "Texting clients",
  "Understanding my numbers",
);
