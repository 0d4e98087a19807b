import { service as account } from "@leashline/account";
import { service as calendar } from "@leashline/calendar";
import { service as customer } from "@leashline/customer";
import { run } from "@leashline/kit";
import { service as message } from "@leashline/message";
import { service as offering } from "@leashline/offering";
import { service as onlineBooking } from "@leashline/online-booking";
import { service as order } from "@leashline/order";
import { service as payment } from "@leashline/payment";
import { service as reporting } from "@leashline/reporting";

// LEASHLINE_HOST=one: all nine services in one process, for a small shop. They listen on the port of the first.
await run([account, calendar, customer, order, payment, message, onlineBooking, offering, reporting]);
