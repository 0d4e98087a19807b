/** What most shops ask for, and of which pets. */
const USUAL = [
  { name: "Rabies", kinds: ["dog", "cat"] },
  { name: "Bordetella", kinds: ["dog"] },
  { name: "DHPP", kinds: ["dog"] },
  { name: "FVRCP", kinds: ["cat"] },
] as const;

/** The usual vaccines for the kinds of pet that the business has, as it calls them; none that is only for others. */
export const usualVaccines = (kinds: readonly string[]): { name: string; specificPetType: boolean; petTypes: string[] }[] =>
  USUAL.map(({ name, kinds: of }) => ({
    name,
    specificPetType: true,
    petTypes: kinds.filter((kind) => (of as readonly string[]).includes(kind.trim().toLowerCase())),
  })).filter(({ petTypes }) => petTypes.length > 0);
