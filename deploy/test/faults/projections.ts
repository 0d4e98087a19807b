import { columnName } from "@leashline/kit/db/kysely.ts";
import { schemaOf } from "@leashline/kit/db/migrate.ts";
import type { ServiceDef } from "@leashline/kit/service.ts";
import { service as account } from "../../../services/account/src/main.ts";
import { service as calendar } from "../../../services/calendar/src/main.ts";
import { service as customer } from "../../../services/customer/src/main.ts";
import { service as message } from "../../../services/message/src/main.ts";
import { service as offering } from "../../../services/offering/src/main.ts";
import { service as onlineBooking } from "../../../services/online-booking/src/main.ts";
import { service as order } from "../../../services/order/src/main.ts";
import { service as payment } from "../../../services/payment/src/main.ts";
import { service as reporting } from "../../../services/reporting/src/main.ts";

const all: ServiceDef[] = [account, calendar, customer, order, payment, message, onlineBooking, offering, reporting];

/** Every table that a projection of some service fills. */
export const projectionTables = (): string[] =>
  all.flatMap(({ name, projections = [] }) => {
    const tables = projections.flatMap((each) => each.tables);
    return [...new Set(tables)].map((table) => `"${schemaOf(name)}"."${columnName(table)}"`);
  });

/** The tables of which the rows alone tell what was heard, as schema and name. */
export const tellingTables = (): string[] =>
  all.flatMap(({ name, projections = [] }) =>
    projections.flatMap(({ numbered, tables: [own = ""] }) => (numbered ? [`${schemaOf(name)}.${columnName(own)}`] : [])),
  );
