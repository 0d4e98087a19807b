import { type DescMessage, fromBinary, fromJson, type JsonValue, toBinary } from "@bufbuild/protobuf";
import { BookAppointmentRequestSchema } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { BatchGetClientsRequestSchema } from "@leashline/proto/leashline/customer/v1/client_requests_pb.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { settleLongTexts } from "./long-texts.ts";

const written = fc
  .tuple(
    fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
    fc.constantFrom<(n: bigint) => string>(
      (n) => String(n),
      (n) => ` ${n}\n`,
      (n) => (n < 0n ? String(n) : `000${n}`),
      (n) => (n < 0n ? String(n) : `0x${n.toString(16)}`),
      () => " ",
    ),
  )
  .map(([n, form]) => form(n));

const asBinaryBrings = (schema: DescMessage, json: JsonValue) => {
  const read = () => fromJson(schema, json);
  expect(settleLongTexts(schema, read())).toEqual(fromBinary(schema, toBinary(schema, read())));
};

test("however a long number is written in JSON, it stands as the binary form brings it: alone, in lists, in messages within", () => {
  fc.assert(
    fc.property(fc.array(written, { minLength: 4, maxLength: 4 }), ([a = "1", b = "2", c = "3", d = "4"]) => {
      asBinaryBrings(BatchGetClientsRequestSchema, { customerIds: [a, b, c] });
      asBinaryBrings(BookAppointmentRequestSchema, {
        customerId: a,
        staffId: b,
        petServices: [{ petId: c, services: [{ serviceId: d }, { serviceId: a }] }, {}],
      });
    }),
  );
});

test("what was not sent stays absent", () => {
  asBinaryBrings(BookAppointmentRequestSchema, {});
});
