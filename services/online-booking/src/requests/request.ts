import { fail, toMoney } from "@leashline/kit";
import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import type { Selectable } from "kysely";
import type { SignedBrief } from "../agreements/signature.ts";
import type { DB } from "../db.ts";
import { paymentTypes } from "../payment-groups/payment-group.mapper.ts";
import type { PaymentType } from "../payment-groups/payment-group.ts";
import { billOf, type ToldBill } from "../payment-groups/told-bill.ts";
import type { Answer } from "../questions/question.ts";
import { arrivalAsked } from "../settings/arrival.ts";
import { fromKept } from "../storefront/agreed.ts";
import type { SaidAddress } from "../visit-addresses/visit-address.ts";
import type { Proposal } from "./proposal/proposal.ts";

export type RequestState = "submitted" | "accepting" | "accepted" | "declined" | "waitlisted" | "cancelled";

export type Person = { firstName: string; lastName: string; phoneNumber: string; email: string };
export type AskedService = {
  serviceId: string;
  name: string;
  /** Not there in a request that was stored before it was kept. */
  careType?: string;
  minor: string;
  duration: number;
  rate?: string;
  /** Of boarding: nights in rooms that cost something of their own. */
  rooms?: { name: string; nights: number; each: string }[];
  /** Of several days: what it costs on each of them, where that is not the same. */
  minorOn?: Record<string, string>;
  /** A price that the shop does not show. */
  unshown?: boolean;
  /** Of what is on certain days of a stay: on which. */
  stayDay?: StayDay;
  /** An add-on, and the service that it is on top of. */
  addOn?: true;
  on?: string;
};

/** What was chosen, without what comes along on certain days of a stay by itself. */
export const chosenIn = (services: readonly AskedService[]): AskedService[] => services.filter(({ stayDay, addOn }) => !stayDay || addOn);

export type AskedPet = {
  petName: string;
  petType: string;
  breed: string;
  weight: number;
  notes: string;
  /** These three are not there in a request from before they were asked. */
  coatType?: string;
  answers?: Answer[];
  weightNotice?: string;
  services: AskedService[];
};

/** A request as stored; what is JSON in its row is what was written there. */
export type RequestRow = Omit<
  Selectable<DB["bookingRequest"]>,
  "state" | "customer" | "pets" | "answers" | "chosen" | "asked" | "address" | "agreements" | "bill" | "proposal"
> & {
  state: RequestState;
  customer: Person;
  pets: AskedPet[];
  answers: Answer[];
  chosen: Chosen | null;
  asked: Asked | null;
  address: SaidAddress | null;
  agreements: SignedBrief[];
  bill: ToldBill | null;
  proposal: Proposal | null;
};

/** Nobody the shop answers for: what they hold is bounded, unless it knows them. */
export const isVouchedFor = ({ verified }: { verified: readonly string[] }): boolean => verified.includes("staff");

/** Where messages about a request go: to what was confirmed. Of requests from before anything was, to what was given. */
export const reachOf = ({ phoneNumber, email }: Person, verified: readonly string[]) => ({
  reachPhoneNumber: verified.length === 0 || verified.includes("phone") ? phoneNumber : "",
  reachEmail: verified.length === 0 || verified.includes("email") ? email : "",
});

/** The care types asked for, each once, in the order of the services. */
export const careTypesOf = (pets: readonly AskedPet[]): string[] => [
  ...new Set(pets.flatMap((pet) => chosenIn(pet.services).flatMap(({ careType }) => careType || []))),
];

/** On which a vaccine still has to hold. */
export const lastDayOf = ({ date, endDate, moreDates }: Pick<RequestRow, "date" | "endDate" | "moreDates">): string =>
  endDate ?? moreDates.at(-1) ?? date;

/** The legal moves; everything else is refused. */
export const moves = {
  // Accepting what is accepted answers with it.
  beginAccept: { from: ["submitted", "accepting", "accepted"], to: "accepting" },
  giveUpAccept: { from: ["accepting"], to: "submitted" },
  finishAccept: { from: ["accepting"], to: "accepted" },
  // Of a class that is full: on its waitlist.
  finishWaiting: { from: ["accepting"], to: "waitlisted" },
  // Who waited has a time now.
  bookWaiting: { from: ["waitlisted"], to: "accepted" },
  // Somebody else of the staff for the same time.
  assign: { from: ["submitted"], to: "submitted" },
  // Other times are proposed, and taken back.
  propose: { from: ["submitted"], to: "submitted" },
  decline: { from: ["submitted"], to: "declined" },
  // By whoever sent it or by the shop, before it is decided; canceling what was canceled already answers with it.
  cancel: { from: ["submitted", "cancelled"], to: "cancelled" },
  // Moving what waits there already answers with it.
  waitlist: { from: ["submitted", "waitlisted"], to: "waitlisted" },
} as const satisfies Record<string, { from: readonly RequestState[]; to: RequestState }>;

export type Move = keyof typeof moves;
export const can = (move: Move, state: RequestState): boolean => (moves[move].from as readonly RequestState[]).includes(state);

/** Where and with whom a request is put on the calendar. */
export type Chosen = {
  date: string;
  startTime: number;
  staffId: string;
  /** Of a stay, when the pets leave. */
  endDate?: string;
  endTime?: number;
  /** Of daycare on several days, the others, where they are not those that were asked for. */
  moreDates?: string[];
  override?: Override;
  /** Somebody of the shop read the request and said yes. */
  byStaff?: boolean;
  /** Of a class that is full: wait for a place. */
  waitlist?: boolean;
  /** Nobody said yes; this is why it was done. */
  because?: string;
};
export type Override = {
  overbook: boolean;
  outsideWorkingHours: boolean;
  heldTime?: boolean;
  withoutEvaluation?: boolean;
  withoutVaccine?: boolean;
  reason: string;
};
/** What staff name of it; the rest is as it was asked for. */
export type Choice = Partial<Chosen>;
/** `byClient`: the time that was given instead is one that they chose. `total`: what it came to then. The last two are not there in one from before they were kept. */
export type Asked = {
  date: string;
  startTime: number;
  staffName: string;
  endDate?: string;
  byClient?: true;
  endTime?: number;
  total?: string;
};

export const chosenOf = (row: RequestRow, choice: Choice): Chosen => ({
  date: choice.date ?? row.date,
  startTime: choice.startTime ?? row.startTime,
  staffId: choice.staffId ?? row.staffId,
  ...endOf(row, choice),
  ...(choice.moreDates && String(choice.moreDates) !== String(row.moreDates) && { moreDates: choice.moreDates }),
  ...(choice.waitlist && { waitlist: true }),
  ...(choice.override && { override: choice.override }),
});

/** A stay that begins on another day keeps its nights. */
function endOf({ date, endDate: until, endTime }: RequestRow, choice: Choice): Pick<Chosen, "endDate" | "endTime"> {
  if (until === null) return {};
  const nights = Temporal.PlainDate.from(date).until(until, { largestUnit: "days" });
  const endDate =
    choice.endDate ??
    Temporal.PlainDate.from(choice.date ?? date)
      .add(nights)
      .toString();
  return { endDate, endTime: choice.endTime ?? endTime };
}

export const isSameTime = (a: Chosen, b: Chosen): boolean =>
  a.date === b.date &&
  a.startTime === b.startTime &&
  a.staffId === b.staffId &&
  a.endDate === b.endDate &&
  a.endTime === b.endTime &&
  String(a.moreDates ?? "") === String(b.moreDates ?? "");

/** Another first day is none of the others, which would be booked twice. */
export function mustBeAnotherDay({ byDay, moreDates }: RequestRow, wanted: Pick<Chosen, "date" | "moreDates">): void {
  if (byDay && (wanted.moreDates ?? moreDates).includes(wanted.date))
    throw fail("PARAMS_INVALID", { field: "startDate", reason: "is one of the other days already; name all of them in dates" });
}

/** Other days are for daycare, as many as were asked for: what each costs was told. */
export function mustBeItsDays({ byDay, moreDates }: RequestRow, days: readonly string[] | undefined): void {
  if (days === undefined) return;
  const asked = moreDates.length + 1;
  const reason = !byDay ? "only daycare is asked for by the day" : days.length + 1 !== asked ? `name ${asked}, each once` : "";
  if (reason) throw fail("PARAMS_INVALID", { field: "dates", reason });
}

const sameAsAsked = { askedDate: "", askedStartTime: 0, askedEndDate: "", askedEndTime: 0 };

/** The time or the stay that was asked for, where it is not what was given. */
export function askedTime({ asked, ...row }: RequestRow): typeof sameAsAsked {
  if (!asked) return sameAsAsked;
  const { date, startTime, endDate = "", endTime = row.endTime } = asked;
  const isStay = endDate !== "";
  const ends = isStay && (endDate !== row.endDate || endTime !== row.endTime);
  if (date === row.date && startTime === row.startTime && !ends) return sameAsAsked;
  return { askedDate: date, askedStartTime: startTime, askedEndDate: endDate, askedEndTime: isStay ? endTime : 0 };
}

/** The same for the client: nothing where they chose the other time themselves. */
export const askedBefore = (row: RequestRow): ReturnType<typeof askedTime> => (row.asked?.byClient ? sameAsAsked : askedTime(row));

/** The card that came with it, and how far its money has come. */
export const paidOf = (row: RequestRow) => ({
  type: paymentTypes[row.paymentType as PaymentType],
  amount: toMoney(row.prepayMinor, row.currency),
  prepayStatus: row.prepayStatus,
  paidAmount: toMoney(row.prepayPaid, row.currency),
  refundAmount: toMoney(row.prepayRefunded, row.currency),
  cardBrand: row.cardBrand,
  cardLast4: row.cardLast4,
});

const prepaid: readonly number[] = [PrepayStatus.REQUIRE_CAPTURE, PrepayStatus.PROCESSING_CAPTURE, PrepayStatus.PAID];
/** Its money is held, is being taken or was taken. */
export const isPrepaid = ({ prepayStatus }: Pick<RequestRow, "prepayStatus">): boolean => prepaid.includes(prepayStatus);

/** A pet parent who was not answered has their money back after so many days. */
const daysHeld = 7;
export const heldUntil = ({ createdAt }: Pick<RequestRow, "createdAt">): Date => new Date(createdAt.getTime() + daysHeld * 86_400_000);

/** By when it is to be answered: within so many hours where the shop names some, and before the visit would begin. */
export const answerBy = (sentAt: Date, startsAt: Date, promiseHours: number): Date =>
  promiseHours === 0 ? startsAt : new Date(Math.min(startsAt.getTime(), sentAt.getTime() + promiseHours * 3_600_000));
export const isLate = ({ state, lateAt }: Pick<RequestRow, "state" | "lateAt">, at: Date): boolean =>
  (state === "submitted" || state === "accepting") && lateAt !== null && lateAt <= at;

/** What a pet parent sees; the steps in between are still "submitted" to them. */
export const statusOf = (row: RequestRow) => ({
  status: row.state === "accepting" ? "submitted" : row.state,
  ...(row.paymentType !== "" && { payment: paidOf(row) }),
  date: row.date,
  startTime: row.startTime,
  endTime: row.endTime,
  endDate: row.endDate ?? "",
  moreDates: row.moreDates,
  classWaitlist: row.classWait,
  staffName: row.staffName,
  summary: row.summary,
  declineReason: row.declineReason,
  ...askedBefore(row),
  ...arrivalAsked(row),
  ...fromKept(row.policy),
  ...(tellsBill(row) && billOf(row)),
});

/** Whether the page said what it comes to: it does not where a price is kept from visitors, and of a place that is waited for nothing is priced. */
export const tellsBill = ({ pets, classWait }: Pick<RequestRow, "pets" | "classWait">): boolean =>
  !classWait && pets.every(({ services }) => services.every(({ unshown }) => !unshown));

/** The lines of each of its visits: a class has one for each pet, daycare one a day. */
export const visitsIn = ({ pets, classId, date, moreDates, byDay }: RequestRow): { serviceId: string; minor: bigint; on?: string }[][] => {
  const linesOn = (services: readonly AskedService[], day: string) =>
    services.map(({ serviceId, minor, minorOn, on }) => ({
      serviceId,
      minor: BigInt(minorOn?.[day] ?? minor),
      ...(on !== undefined && { on }),
    }));
  if (classId !== "0") return pets.map(({ services }) => linesOn(services, date));
  const days = byDay ? [date, ...moreDates] : [date];
  return days.map((day) => pets.flatMap(({ services }) => linesOn(services, day)));
};
