import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";

export const nameOf = ({ customerInfo }: WaitlistEntry): string =>
  `${customerInfo?.firstName ?? ""} ${customerInfo?.lastName ?? ""}`.trim();
export const whatOf = ({ petList }: WaitlistEntry): string =>
  petList.map((pet) => `${pet.petName}: ${pet.serviceList.map((one) => one.serviceName).join(", ")}`).join("; ");
