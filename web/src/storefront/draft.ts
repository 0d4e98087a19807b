import type { BookingPaymentType } from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";

/** By the key of the question. */
export type Answers = Readonly<Record<string, readonly string[]>>;
export type Pet = {
  key: number;
  petName: string;
  petType: string;
  breed: string;
  /** As it was typed; a draft that was begun before it was asked has none. */
  weight?: string;
  notes: string;
  serviceIds: string[];
  /** Asked where the shop has questions. */
  coatType?: string;
  answers?: Answers;
};
/** What is known of a pet before it is asked what it is to get. */
export type KnownPet = Pick<Pet, "petName" | "petType" | "breed" | "weight">;
export type Person = { firstName: string; lastName: string; phoneNumber: string; email: string };
/** Where a walk begins: one of their own addresses, or with "0" the lines that they typed. */
export type Place = Record<"addressId" | "address1" | "address2" | "city" | "state" | "zipcode", string>;
export type Held = { token: string; staffId: string; expiresAt: number };
export type ContactKind = "phone" | "email";
/** A code that is on its way: where it was sent, what shows that we asked for it, and from when on another one may be asked for. Used, it is no more asked for. */
export type SentCode = { to: string; token: string; expiresAt: number; againAt: number; confirmed?: boolean };
/** What was signed before it is sent, under the text that was read. */
export type SignedWith = {
  agreementId: string;
  contentHash: string;
  signature: string;
  signerName: string;
  inputs: { label: string; value: string }[];
};
/** What is typed and drawn under a text so far. */
type Typing = { of: string; signerName: string; signature: string; answers: Record<string, string> };
export type Lacking = { pet: number; message: string; evaluationServiceId: string; evaluationName: string };
export const steps = ["pets", "place", "time", "you", "code", "sign", "pay", "done"] as const;
export type Step = (typeof steps)[number];

/** What a pet parent has put together so far. It stays with the tab, so that a reload loses nothing. */
export type Draft = {
  name: string;
  step: Step;
  pets: Pet[];
  /** Their pets that the shop knows, of somebody who came from their own place: each can be chosen. */
  ownPets?: readonly KnownPet[];
  /** Of a walk; not yet asked for where it is left out. */
  place?: Place;
  staffId: string;
  /** A stay over night, daycare by the day, a group class, or a visit at a time of a day. */
  kind?: "visit" | "day" | "stay" | "class";
  date: string | undefined;
  startTime: number | undefined;
  /** Of daycare and of a class: the days on which they come, ascending; `date` is the first of them. */
  days?: readonly string[];
  /** Of a class: which one, whether they ask to wait for a place in it, and what it costs for a pet, in minor units, where that is shown. */
  classId?: string;
  className?: string;
  classWait?: boolean;
  classCost?: { price: string; tax: string } | undefined;
  /** Of a stay: the day on which the pets leave, when they come and when they leave, and in which kind of room they sleep ("0": any). */
  endDate?: string | undefined;
  arrival?: number;
  endTime?: number;
  lodgingTypeId?: string;
  held: Held | undefined;
  /** The chosen time is free, but nobody keeps it: too many are choosing just now. */
  unkept: boolean;
  /** No time suits, or all is full: they wait, at any time of the day or before or after noon; a stay may begin so many days earlier or later. */
  wait?: "any" | "morning" | "afternoon" | undefined;
  /** Whoever waits for a visit can come only on `days`. */
  onlyDays?: boolean;
  flexible?: number;
  person: Person;
  note: string;
  /** To the shop's questions about the owner. */
  answers?: Answers;
  /** One by each way, so that going back and forth sends none anew; and the way that is being asked about. */
  codes: Partial<Record<ContactKind, SentCode>>;
  asked: ContactKind;
  statusToken: string | undefined;
  /** Why the shop did not take the request: a pet needs an evaluation before one of its services. */
  lacking?: Lacking | undefined;
  /** The shop asked for signatures with the request, and what was typed and signed by the id of the agreement. */
  asksSign?: boolean;
  signing?: { typed: Readonly<Record<string, Typing>>; signed: SignedWith[] } | undefined;
  /** The shop asked for a card with the request; and what it is sent with again when its holder is back from their bank. */
  asksCard?: boolean;
  cardFor?: BookingPaymentType;
  paymentToken?: string | undefined;
  /** The cancellation policy that stood beside the button when they went on, as JSON; and whether the shop had another one by the time it was sent. */
  seenPolicy?: string | undefined;
  policyChanged?: boolean;
  /** Tells this booking from others of the same page; made with the first word about it to the shop. */
  flow?: string;
};

export const emptyPet = (key: number): Pet => ({ key, petName: "", petType: "Dog", breed: "", weight: "", notes: "", serviceIds: [] });

const empty = (name: string): Draft => ({
  name,
  step: "pets",
  pets: [emptyPet(1)],
  staffId: "0",
  date: undefined,
  startTime: undefined,
  held: undefined,
  unkept: false,
  person: { firstName: "", lastName: "", phoneNumber: "", email: "" },
  note: "",
  codes: {},
  asked: "phone",
  statusToken: undefined,
});

export const useDraft = create<Draft>()(
  persist(() => empty(""), { name: "leashline-storefront", storage: createJSONStorage(() => sessionStorage) }),
);

const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** This booking's name with the shop. */
export const flowOf = (): string => {
  const { flow = randomName() } = useDraft.getState();
  if (useDraft.getState().flow === undefined) useDraft.setState({ flow });
  return flow;
};

/** A draft belongs to one shop, by whichever of its names it was begun; opening another's page begins anew. */
export const openDraft = (name: string, others: ReadonlySet<string> = new Set()): void => {
  const { name: own } = useDraft.getState();
  if (own === name) return;
  if (others.has(own)) useDraft.setState({ name });
  else useDraft.setState(empty(name), true);
};
/** Whoever uses this device next finds nothing of what was typed, sent or asked for. */
export const forgetDraft = (): void => void useDraft.setState(empty(""), true);

/** Another booking of the same person for the same pets; what they get, and when, is asked anew. */
export const startOver = (): void => {
  const { name, kind, person, pets, ownPets } = useDraft.getState();
  useDraft.setState(
    {
      ...empty(name),
      ...(kind && { kind }),
      person,
      ...(ownPets && { ownPets }),
      pets: pets.map((pet) => ({ ...pet, serviceIds: [], notes: "" })),
    },
    true,
  );
};

/** A booking of somebody whom the shop knows, for pets of their own; what they had begun for these themselves stays. */
export const beginFor = (name: string, person: Person, pets: readonly KnownPet[], ownPets: readonly KnownPet[] = pets): void => {
  openDraft(name);
  const { step, pets: before } = useDraft.getState();
  const begun = before.map(({ petName }) => petName.trim()).filter(Boolean);
  if (step !== "done" && begun.length > 0 && pets.every(({ petName }) => begun.includes(petName))) {
    useDraft.setState({ person, ownPets });
    return;
  }
  const known = pets.map((pet, index) => ({ ...emptyPet(index + 1), ...pet }));
  useDraft.setState({ ...empty(name), person, ownPets, ...(known.length > 0 && { pets: known }) }, true);
};

type Wish = Pick<Draft, "kind" | "staffId"> & { pets: readonly (KnownPet & Pick<Pet, "serviceIds">)[] };

/** What somebody had before, for the same pets, at a step of its own. */
export const beginAgain = (name: string, person: Person, { pets, ...wish }: Wish, more: Partial<Draft> & Pick<Draft, "step">): void => {
  const known = pets.map((pet, index) => ({ ...emptyPet(index + 1), ...pet }));
  useDraft.setState({ ...empty(name), person, ownPets: pets, ...wish, pets: known, ...more }, true);
};

/** The same wish at another time: what was filled in stays. */
export const pickAnotherTime = (): void => {
  useDraft.setState({
    step: "time",
    date: undefined,
    days: [],
    classId: "",
    endDate: undefined,
    startTime: undefined,
    held: undefined,
    unkept: false,
    statusToken: undefined,
  });
};

/** As typed, in the shop's unit; 0 when not said. */
export const weightOf = ({ weight = "" }: { weight?: string | undefined }): number => Math.min(2000, Number(weight.replace(",", ".")) || 0);

/** The code that was typed is used up; what it confirmed stays so, whatever becomes of the request. */
export const keepConfirmed = (kind: ContactKind): void =>
  void useDraft.setState(({ codes: { [kind]: sent, ...others } }) => ({
    codes: { ...others, ...(sent && { [kind]: { ...sent, confirmed: true } }) },
  }));

/** Whether a code to there can still be typed. */
export const isOnItsWay = (code: SentCode | undefined, to: string): boolean =>
  code?.to === to && !code.confirmed && code.expiresAt > Date.now();

/** What the second step asks for. */
export const choose = { visit: "Choose a time", day: "Choose the days", stay: "Choose the nights", class: "Choose the class" } as const;

/** Whether nothing was put together here yet. */
export const isUntouched = ({ pets, statusToken }: Pick<Draft, "pets" | "statusToken">): boolean =>
  statusToken === undefined && pets.every(({ petName, serviceIds }) => petName.trim() === "" && serviceIds.length === 0);

/** What is still missing before the next step, in words; undefined when nothing is. */
export const missingFor = (draft: Draft): string | undefined => {
  const nameless = draft.pets.find((pet) => pet.petName.trim() === "");
  if (draft.step === "pets" && nameless) return "Tell us your pet's name";
  const idle = draft.pets.find((pet) => pet.serviceIds.length === 0);
  if (draft.step === "pets" && idle) return `Choose a service for ${idle.petName || "your pet"}`;
  if (draft.step === "time" && !(draft.wait ? hasDays(draft) : hasTime(draft))) return choose[draft.kind ?? "visit"];
  if (draft.step !== "you" && draft.step !== "code" && draft.step !== "pay") return undefined;
  const { firstName, lastName, phoneNumber, email } = draft.person;
  if (firstName.trim() === "" || lastName.trim() === "") return "Tell us your name";
  if (phoneNumber.replace(/\D/g, "").length < 7) return "We need a phone number to reach you";
  if (email !== "" && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) return "Invalid email";
  return undefined;
};

/** Whether a time is chosen that can still be asked for. */
export const hasTime = ({ startTime, held, unkept }: Pick<Draft, "startTime" | "held" | "unkept">): boolean =>
  startTime !== undefined && (held !== undefined || unkept);

/** Whether whoever waits said for when: the nights, the days; a visit may be on any day. */
const hasDays = ({ kind, endDate, days = [] }: Draft): boolean =>
  kind === "stay" ? endDate !== undefined : kind !== "day" || days.length > 0;

/** Whether the browser's back and forward keys may lead to a step: never out of a request that was sent, and forward only over answered questions. */
export const mayGo = (draft: Draft, to: Step): boolean => {
  if (draft.step === "done" || to === "done") return draft.step === to;
  const before = steps.slice(0, steps.indexOf(to));
  if (to === "code" && !draft.codes[draft.asked]) return false;
  if ((to === "pay" && !draft.asksCard) || (to === "sign" && !draft.asksSign)) return false;
  return steps.indexOf(to) < steps.indexOf(draft.step) || before.every((step) => missingFor({ ...draft, step }) === undefined);
};
