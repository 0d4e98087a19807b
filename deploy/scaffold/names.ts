/** What a capability is called in each place, as the templates ask for it. */
export type Names = Readonly<Record<(typeof keys)[number], string>>;
const keys = [
  ...["service", "package", "room", "path", "entity-file"],
  ...["entity", "entityName", "Entity", "entities", "entityNames", "Entities"],
  ...["word", "Word", "words", "Words"],
] as const;

const singular = (word: string): string =>
  word
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/([^s])s$/, "$1");
const plural = (word: string): string =>
  /[^aeiou]y$/.test(word) ? word.replace(/y$/, "ies") : /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const camel = (kebab: string): string => kebab.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const spaced = (kebab: string): string => kebab.replaceAll("-", " ");
const snake = (kebab: string): string => kebab.replaceAll("-", "_");

/** Names from "service/room", both in small letters with hyphens; the room is what the folder is called, in one or many. */
export function namesOf(service: string, room: string): Names {
  const one = singular(room);
  const many = plural(one);
  return {
    service,
    package: snake(service),
    room,
    path: `/setting/${camel(one)}`,
    "entity-file": one,
    entity: snake(one),
    entityName: camel(one),
    Entity: capital(camel(one)),
    entities: snake(many),
    entityNames: camel(many),
    Entities: capital(camel(many)),
    word: spaced(one),
    Word: capital(spaced(one)),
    words: spaced(many),
    Words: capital(spaced(many)),
  };
}

/** A template with its {{names}} filled in. */
export function filled(template: string, names: Names): string {
  return template.replace(/\{\{([\w-]+)\}\}/g, (_, key: string) => {
    const name = (names as Record<string, string>)[key];
    if (name === undefined) throw new Error(`A template asks for {{${key}}}, which nobody knows.`);
    return name;
  });
}
