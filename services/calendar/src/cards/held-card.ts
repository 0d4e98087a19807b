import { createHash } from "node:crypto";
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { type Ctx, ownStaffId, scopeLevel, toTimestamp } from "@leashline/kit";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import type { HeldOffer, HeldRequest } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { Range } from "../scheduling/minutes.ts";
import type { CardsQuestion } from "./card.store.ts";
import { framedBytes } from "./card.ts";

const petIdAt = (n: number): string => String(n + 1);

type Place = Range & { readonly staffId: string; readonly date: string };

/** The card of a booking request whose time is held, or of a time that is proposed for it `until` then: it waits for somebody to decide, and stays where it is. */
export const renderRequestCard = (request: HeldRequest, until: Timestamp | undefined, { start, end, staffId, date }: Place): Uint8Array =>
  framedBytes({
    cardId: request.bookingRequestId,
    cardType: CardType.BOOKING_REQUEST,
    date,
    startTime: start,
    endTime: end,
    staffId,
    customerInfo: { firstName: request.firstName, lastName: request.lastName },
    ...petsOf(request.pets),
    estimatedTotalPrice: request.estimatedTotalPrice,
    ...(until && { heldUntil: until }),
    draggableInfo: { notResizeReason: "Accept or decline the request first" },
  });

/** Pets of which the calendar knows but the names: on the card they are told apart by their order. */
const petsOf = (pets: HeldRequest["pets"]) => ({
  pets: pets.map(({ petName, breed }, n) => ({ petId: petIdAt(n), petName, breed })),
  services: pets.flatMap(({ serviceNames }, n) => serviceNames.map((serviceName) => ({ petId: petIdAt(n), serviceName }))),
});

/** The card of a time that is offered to somebody on the waitlist, and kept until they may no longer answer. */
export const renderOfferCard = (offer: HeldOffer, until: Timestamp | undefined, { start, end, staffId, date }: Place): Uint8Array =>
  framedBytes({
    cardId: offer.waitListId,
    cardType: CardType.WAIT_LIST_PLACEHOLDER,
    date,
    startTime: start,
    endTime: end,
    staffId,
    customerInfo: { firstName: offer.firstName, lastName: offer.lastName },
    ...petsOf(offer.pets),
    heldUntil: until,
    draggableInfo: { notResizeReason: "Take the offer back first" },
  });

export type Hold = { readonly token: string; readonly by: string; readonly expiresAt: string };

/** Always the same of one hold, and none that its token could be guessed by. */
const numberOf = (token: string): string => String(createHash("sha256").update(token).digest().readUIntBE(0, 6));

/** The card of a time that an integrator holds. */
export const renderHeldCard = ({ token, by, expiresAt }: Hold, { start, end, staffId, date }: Place): Uint8Array =>
  framedBytes({
    cardId: numberOf(token),
    cardType: CardType.PLACEHOLDER,
    date,
    startTime: start,
    endTime: end,
    staffId,
    description: by,
    heldUntil: toTimestamp(new Date(expiresAt)),
    draggableInfo: { notResizeReason: "The time is held" },
  });

/** The held times that the caller sees: those of integrators, and of the requests everybody's, their own, or nobody's. */
export function holdsSeen(ctx: Ctx): Pick<CardsQuestion, "holds"> {
  const level = scopeLevel(ctx, ScopeKind.BOOKING_REQUESTS);
  if (level === ScopeLevel.UNSPECIFIED) return { holds: { requestsOf: [] } };
  return { holds: { requestsOf: level === ScopeLevel.OWN ? [ownStaffId(ctx)] : null } };
}
