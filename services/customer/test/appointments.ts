import { timestampFromDate } from "@bufbuild/protobuf/wkt";

const begun = Date.now();
export const day = (inDays: number): Date => new Date(begun + inDays * 86_400_000);

type Asked = { appointmentId: string; customerId: string; petId?: string; inDays: number; version: number; status: number };

/** A visit as calendar tells of it, so many days from now. */
export const toldVisit = ({ appointmentId, customerId, petId = "4", inDays, version, status }: Asked) => ({
  appointmentId,
  customerId,
  businessId: "1",
  date: day(inDays).toISOString().slice(0, 10),
  endAt: timestampFromDate(day(inDays)),
  status,
  version,
  lines: [{ petId, serviceId: "1", staffId: "5" }],
});
