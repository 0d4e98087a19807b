import type { MessageInitShape } from "@bufbuild/protobuf";
import { plainName } from "@leashline/kit";
import {
  BookingAgreementService,
  type BookingAgreementsAboutSchema,
  type UnsignedBookingAgreement,
} from "@leashline/proto/leashline/customer/v1/booking_agreement_service_pb.js";
import { caresIn, type Offer } from "../storefront/plan.ts";
import type { Shop } from "../storefront/shop.ts";

/** Who books what and when, as far as it was typed; `customerId` "0" for anybody who has not shown who they are. */
export type Booking = {
  customerId: string;
  person: { firstName: string; lastName: string };
  pets: readonly { petName: string }[];
  offers: ReadonlyMap<string, Offer>;
  /** Local day; null where none is chosen. */
  date: string | null;
  startTime: number;
  /** A class has dates of its own, and its text names no day. */
  inClass: boolean;
};

/** The same in the words of whoever keeps the agreements. The page asks for the texts and the request is checked with these, so that both read the same. */
export function aboutOf({ setting }: Shop, { customerId, person, pets, offers, date, startTime, inClass }: Booking) {
  return {
    customerId,
    businessId: setting.businessId,
    careTypes: caresIn(offers),
    firstName: plainName(person.firstName),
    lastName: plainName(person.lastName),
    petNames: pets.map(({ petName }) => plainName(petName)),
    date: inClass || date === null ? "" : date,
    startTime: inClass ? 0 : startTime,
  } satisfies MessageInitShape<typeof BookingAgreementsAboutSchema>;
}

/** What has to be read and signed before this is asked for, as it reads now. */
export async function agreementsAsked(shop: Shop, booking: Booking): Promise<UnsignedBookingAgreement[]> {
  const { agreements } = await shop.ctx.client(BookingAgreementService).getBookingAgreements({ about: aboutOf(shop, booking) });
  return agreements;
}
