import { words } from "../../clients/words.ts";
import type { Issue } from "../reading/cells.ts";
import type { Draft, DraftClient, DraftPet } from "../reading/draft.ts";
import { noName } from "../reading/draft.ts";

/**
 * Where the rows of a batch go: what is here already is left as it is, what is new is made. Nothing is read or written here; `known` says what exists,
 * by key: "c:…", "ph:…" and "em:…" name a client ("ref\tname\tkey", the key where it is not the ref), "p:…" an animal ("name\ttype"), "o:ref|name|type" an animal of a client.
 */
export type Known = Map<string, string>;
export type NewClient = DraftClient & { row: number };
export type NewPet = DraftPet & { clientRef: string; row: number };
export type Placed = {
  outcomes: Map<number, "new" | "existing" | "rejected" | "empty">;
  clients: NewClient[];
  pets: NewPet[];
  issues: (Issue & { row: number })[];
  /** What the batch added to `known`. */
  learned: Known;
};

const plain = (text: string): string => words(text).join(" ");
const owned = (ref: string, pet: { name: string; type: string }): string => `o:${ref}|${plain(pet.name)}|${plain(pet.type)}`;
export const ownedKey = owned;

/** The keys under which a draft may be known already. */
export function keysOf(draft: Draft): string[] {
  const { client, pet } = draft;
  return [client.key, ...contactKeys(client), ...(pet ? [pet.key] : [])].filter(Boolean);
}

function contactKeys(client: DraftClient): string[] {
  return [client.phoneKey && `ph:${client.phoneKey}`, client.email && `em:${client.email.toLowerCase()}`].filter(Boolean);
}

/** A client not yet stored is referred to by its own key. */
const refOf = (client: DraftClient): string => client.key;
const nameOf = (client: { firstName: string; lastName: string }): string => `${client.firstName} ${client.lastName}`.trim();

export function place(drafts: readonly Draft[], known: Known): Placed {
  const placed: Placed = { outcomes: new Map(), clients: [], pets: [], issues: [], learned: new Map() };
  const all = new Map(known);
  const learn = (key: string, value: string): void => {
    if (all.has(key)) return;
    all.set(key, value);
    placed.learned.set(key, value);
  };
  for (const draft of drafts) placed.outcomes.set(draft.row, placeOne(draft, all, placed, learn));
  return placed;
}

type Learn = (key: string, value: string) => void;

function placeOne(draft: Draft, known: Known, placed: Placed, learn: Learn): "new" | "existing" | "rejected" | "empty" {
  const { client, pet, row } = draft;
  if (draft.empty) return "empty";
  const tell = (issue: Issue): number => placed.issues.push({ ...issue, row });
  for (const issue of draft.issues) tell(issue);
  if (draft.rejected) return "rejected";
  const twin = pet && known.get(pet.key);
  if (pet && twin !== undefined && twin !== null) {
    const [name = "", type = ""] = twin.split("\t");
    if (isSame(pet, { name, type })) return "existing";
    tell({
      column: "",
      value: numberOf(pet),
      reason: `${whatOf(pet)} belongs to ${name} already; each animal needs its own number`,
      rejected: true,
    });
    return "rejected";
  }
  const { found, alike } = findClient(client, known);
  if (found === undefined) {
    if (alike)
      tell({
        column: "",
        value: nameOf(client),
        reason: `has the phone or email of ${alike}; entered as a client of their own, by the number in the old system`,
        rejected: false,
      });
    placed.clients.push({ ...client, row });
    for (const key of [client.key, ...contactKeys(client)]) learn(key, `${refOf(client)}\t${nameOf(client)}`);
    if (pet) addPet(pet, refOf(client), row, placed, learn);
    return "new";
  }
  const [ref = "", name = ""] = found.split("\t");
  if (!client.ownerUnknown && plain(name) !== plain(nameOf(client)))
    tell({
      column: "",
      value: nameOf(client),
      reason: `has the phone, email or number of ${name}; entered under that client`,
      rejected: false,
    });
  if (!pet || known.has(owned(ref, pet))) return "existing";
  addPet(pet, ref, row, placed, learn);
  return "new";
}

/** A number of the old system tells people apart; phone and e-mail then find only somebody of that name who has no other number. */
function findClient(client: DraftClient, known: Known): { found?: string; alike?: string } {
  const own = known.get(client.key);
  if (own !== undefined) return { found: own };
  const byContact = contactKeys(client).flatMap((key) => known.get(key) ?? []);
  if (!isNumbered(client.key)) return { found: byContact[0] };
  const same = byContact.find((value) => {
    const [ref = "", name = "", key = ref] = value.split("\t");
    return !isNumbered(key) && plain(name) === plain(nameOf(client));
  });
  return { found: same, alike: byContact[0]?.split("\t")[1] };
}

const isNumbered = (key: string): boolean => key.startsWith("c:ext:");

function addPet(pet: DraftPet, clientRef: string, row: number, placed: Placed, learn: Learn): void {
  placed.pets.push({ ...pet, clientRef, row });
  learn(pet.key, `${pet.name}\t${pet.type}`);
  learn(owned(clientRef, pet), "");
}

/** A nameless entry may be any animal of its number. */
const isSame = (a: { name: string; type: string }, b: { name: string; type: string }): boolean =>
  plain(a.name) === plain(b.name) || a.name === noName || b.name === noName;

const numberOf = (pet: DraftPet): string => pet.licenseNumber || pet.microchipNumber || pet.key.replace(/^p:ext:/, "");
function whatOf(pet: DraftPet): string {
  if (pet.key.startsWith("p:license:")) return `licence number ${pet.licenseNumber}`;
  return pet.key.startsWith("p:chip:") ? `microchip ${pet.microchipNumber}` : `number ${numberOf(pet)}`;
}
