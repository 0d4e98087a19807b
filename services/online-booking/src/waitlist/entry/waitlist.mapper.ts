import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import type { ServiceArea } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import type { LodgingRate } from "@leashline/proto/leashline/offering/v1/lodging_rate_pb.js";
import { type WaitlistEntrySchema, WaitlistState } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import { type Signature, toWhole } from "../../agreements/signature.ts";
import { paidOf, type RequestRow } from "../../requests/request.ts";
import type { Fit } from "./fits.ts";
import type { OfferRow } from "./offer.store.ts";
import { toOffer } from "./offer.ts";
import { type EntryRow, isAreaUnknown, isExpired, isOutOfArea, minutesOf } from "./waitlist.ts";

/** What an answer says of an entry beside its row. */
export type Beside = {
  today: string;
  isAvailable: boolean;
  phone: string;
  avatarPath: string;
  offer: OfferRow | undefined;
  areas: readonly ServiceArea[];
  request: RequestRow | undefined;
  signed: readonly Signature[];
  /** By pet, what a night costs in the cheapest kind of room in which it fits. */
  roomRates: ReadonlyMap<string, LodgingRate>;
};

export const toEntry = (row: EntryRow, beside: Beside): MessageInitShape<typeof WaitlistEntrySchema> => ({
  id: row.id,
  businessId: row.businessId,
  appointmentId: row.appointmentId,
  ticketComment: row.note,
  datePreference: { dates: row.dates.map(toWireDate), nights: row.nights },
  staffPreference: { staffIds: row.staffIds },
  timePreference: { timeRanges: row.timeRanges },
  createTime: toTimestamp(row.createdAt),
  customerInfo: {
    id: row.customerId,
    firstName: row.firstName,
    lastName: row.lastName,
    phoneNumber: beside.phone,
    avatarPath: beside.avatarPath,
    isDeleted: row.clientDeleted,
    clientColor: row.clientColor,
  },
  validFrom: toWireDate(row.validFrom),
  validTill: toWireDate(row.validTill),
  isAvailable: beside.isAvailable,
  price: toMoney(row.total, row.currency),
  duration: row.duration,
  petList: row.pets.map(({ services, ...pet }) => ({
    ...pet,
    serviceList: services.map(({ serviceId, name, careType, minor, duration, addOn = false }) => ({
      serviceId,
      serviceName: name,
      careType,
      duration,
      addOn,
      price: toMoney(minor, row.currency),
    })),
    ...rated(beside.roomRates.get(pet.petId)),
  })),
  isExpired: isExpired(row, beside.today),
  isFromOb: row.fromOnline,
  careType: row.careTypes[0] ?? "",
  state: row.state === "booked" ? WaitlistState.BOOKED : WaitlistState.WAITING,
  version: row.version,
  outOfArea: isOutOfArea(row),
  areaUnknown: isAreaUnknown(row),
  classId: row.classId,
  enrolmentId: row.enrolmentId,
  certainAreaList: beside.areas.map(({ areaId, areaName, colorCode }) => ({ areaId, areaName, colorCode })),
  ...(beside.request && beside.request.paymentType !== "" && { prepay: prepayOf(beside.request) }),
  agreements: beside.signed.map(toWhole),
  ...(beside.offer && { offer: toOffer(beside.offer, Date.now()) }),
});

const rated = (roomRate: LodgingRate | undefined) => (roomRate ? { roomRate } : {});

function prepayOf(request: RequestRow) {
  const { amount: prepaidAmount, paidAmount, refundAmount, prepayStatus } = paidOf(request);
  return { prepaidAmount, paidAmount, refundAmount, prepayStatus, prepayRate: request.prepayRate };
}

export const toPlace = (row: EntryRow, { date, staffId, startTime, byHand = false }: Fit, recommendCount: number) => ({
  waitListId: row.id,
  date: toWireDate(date),
  staffId,
  startTime,
  endTime: Math.min(1440, startTime + minutesOf(row)),
  recommendCount,
  apptId: row.state === "booked" ? "0" : row.appointmentId,
  isCustom: byHand,
});
