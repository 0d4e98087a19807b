import { fail } from "@leashline/kit";
import { type ErasureObstacle, ErasureObstacleReason as Reason } from "@leashline/proto/leashline/kit/v1/personal_data_service_pb.js";

const words: Partial<Record<Reason, (count: number) => string>> = {
  [Reason.VISITS_AHEAD]: (n) => `cancel or finish ${count(n, "visit")} that ${n === 1 ? "is" : "are"} still open`,
  [Reason.CLASS_PLACES]: (n) => `give up ${count(n, "place")} in group classes`,
  [Reason.OPEN_REQUESTS]: (n) => `accept or decline ${count(n, "booking request")}`,
  [Reason.MONEY_OWED]: (n) => `settle ${count(n, "unpaid bill")}`,
  [Reason.DEPOSIT_HELD]: (n) => `give back or keep the deposit of ${count(n, "bill")}`,
  [Reason.STORE_CREDIT]: () => "give back or take back what is left of the store credit",
  [Reason.CARD_HELD]: (n) => `release or charge ${count(n, "amount")} held on a card`,
  [Reason.PAYMENT_PENDING]: (n) => `wait for ${count(n, "payment")} under way`,
};
const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

type Obstacle = Pick<ErasureObstacle, "reason" | "count">;

/** Says what has to be done first, for people; its facts are for programs. */
export function mustBeClear(obstacles: readonly Obstacle[]): void {
  if (obstacles.length === 0) return;
  const first = obstacles.map(({ reason, count: n }) => words[reason]?.(n) ?? "settle what is open").join("; ");
  const facts = Object.fromEntries(obstacles.map(({ reason, count: n }) => [Reason[reason].toLowerCase(), `${n}`]));
  throw fail("ERASURE_NOT_POSSIBLE_YET", { field: "customerId", message: `This client cannot be erased yet. First ${first}.`, facts });
}

const plain = (name: string): string => name.trim().replace(/\s+/g, " ").toLowerCase();

export function mustBeNamed(name: string, typed: string): void {
  if (plain(name) !== plain(typed)) throw fail("PARAMS_INVALID", { field: "confirmName", reason: "this is not the client's name" });
}

/** What the parts of the archive are. */
export const readme = (madeAt: Date): string =>
  [
    "Everything this business keeps about one client.",
    `Made ${madeAt.toISOString()}`,
    "",
    "customer/        name, contact data, pets, notes, agreements, forms, incident reports",
    "calendar/        visits, services, care instructions, classes",
    "order/           bills and what they are for; amounts in the smallest unit of the currency (cents)",
    "payment/         payments and cards on file; amounts in the smallest unit of the currency (cents)",
    "message/         messages and what was agreed to about them",
    "online-booking/  requests, unfinished bookings and the waitlist",
    "offering/        evaluations of pets",
    "files/           photos and papers that the documents name",
    "",
    "Each .json file is a list of records. Times are UTC.",
    "",
  ].join("\n");
