import type { MessageInitShape } from "@bufbuild/protobuf";
import { toWireDate } from "@leashline/kit";
import type { HolidaySchema } from "@leashline/proto/leashline/account/v1/closed_date_service_pb.js";
import type { ClosedRow, HolidayRow } from "./holidays.ts";

export const toClosed = (row: ClosedRow) => ({
  id: row.id,
  businessId: row.businessId,
  startDate: toWireDate(row.startDate),
  endDate: toWireDate(row.endDate),
  description: row.description,
  type: row.type,
});

export const toHoliday = (row: HolidayRow): MessageInitShape<typeof HolidaySchema> => ({ ...toClosed(row), isClosed: row.isClosed });
