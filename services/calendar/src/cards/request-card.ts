import { type Ctx, ownStaffId, scopeLevel } from "@leashline/kit";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import type { HeldRequest } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { Range } from "../scheduling/minutes.ts";
import type { CardsQuestion } from "./card.store.ts";
import { framedBytes } from "./card.ts";

const petIdAt = (n: number): string => String(n + 1);

/** The card of a booking request whose time is held: it waits for somebody to decide, and stays where it is until then. */
export const renderRequestCard = (
  request: HeldRequest,
  { start, end, staffId, date }: Range & { staffId: string; date: string },
): Uint8Array =>
  framedBytes({
    cardId: request.bookingRequestId,
    cardType: CardType.BOOKING_REQUEST,
    date,
    startTime: start,
    endTime: end,
    staffId,
    customerInfo: { firstName: request.firstName, lastName: request.lastName },
    // These pets have no number yet; on the card they are told apart by their order.
    pets: request.pets.map(({ petName, breed }, n) => ({ petId: petIdAt(n), petName, breed })),
    services: request.pets.flatMap(({ serviceNames }, n) => serviceNames.map((serviceName) => ({ petId: petIdAt(n), serviceName }))),
    estimatedTotalPrice: request.estimatedTotalPrice,
    draggableInfo: { notResizeReason: "Accept or decline the request first" },
  });

/** Of whom the caller sees requests: everybody's, their own, or nobody's. */
export function requestsSeen(ctx: Ctx): Pick<CardsQuestion, "requestsOf"> {
  const level = scopeLevel(ctx, ScopeKind.BOOKING_REQUESTS);
  if (level === ScopeLevel.UNSPECIFIED) return {};
  return { requestsOf: level === ScopeLevel.OWN ? ownStaffId(ctx) : null };
}
