import { all, type Body, invalid, load, newId, now, page, part, required, type SquareCall, save, shown, textOf } from "./context.ts";
import { locations } from "./merchants.ts";

const PAIR_WITHIN_MS = 5 * 60_000;

/** A code that nobody typed in time is worth nothing any more. */
function asOfNow(device: Body & { id: string }): Body & { id: string } {
  const late = device.status === "UNPAIRED" && Date.parse(String(device.pair_by)) < Date.now();
  return late ? { ...device, status: "EXPIRED" } : device;
}

export function createCode(call: SquareCall): Body {
  required(call.body, "idempotency_key", 128);
  const asked = part(call.body, "device_code");
  if (asked.product_type !== "TERMINAL_API")
    throw invalid("INVALID_ENUM_VALUE", "product_type must be TERMINAL_API", "device_code.product_type");
  const location_id = textOf(asked, "location_id") ?? locations(call)[0]?.id;
  if (!locations(call).some(({ id }) => id === location_id)) throw invalid("NOT_FOUND", "Location not found.", "device_code.location_id");
  const device_code = save(call, "device_code", {
    id: newId(16).toUpperCase(),
    name: textOf(asked, "name") ?? "",
    code: newId(6).toUpperCase(),
    product_type: "TERMINAL_API",
    location_id,
    pair_by: new Date(Date.now() + PAIR_WITHIN_MS).toISOString(),
    created_at: now(),
    status: "UNPAIRED",
    status_changed_at: now(),
  });
  return { device_code };
}

export function listCodes(call: SquareCall): Body {
  const [location, status] = [call.query.get("location_id"), call.query.get("status")];
  const found = all(call, "device_code").map(asOfNow);
  return page(
    call,
    "device_codes",
    found.filter((one) => (!location || one.location_id === location) && (!status || one.status === status)),
  );
}

/** Somebody types the code into a terminal. */
export function pair(call: SquareCall, codeId: string): string {
  const code = asOfNow(shown(load(call, "device_code", codeId, "device code")));
  if (code.status !== "UNPAIRED") throw invalid("BAD_REQUEST", "The code cannot be used any more.");
  const device_id = `${newId(3)}CS${newId(10)}`.toUpperCase();
  const { pair_by: _, ...rest } = code;
  save(call, "device_code", { ...rest, id: code.id, device_id, status: "PAIRED", paired_at: now(), status_changed_at: now() });
  return device_id;
}

/** The terminal that a payment names, by the code that it was paired with. */
export function paired(call: SquareCall, deviceId: string): Body {
  const found = all(call, "device_code").find(({ device_id }) => device_id === deviceId);
  if (!found) throw invalid("NOT_FOUND", "Device not found.", "checkout.device_options.device_id");
  return found;
}
