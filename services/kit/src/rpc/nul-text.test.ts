import { create } from "@bufbuild/protobuf";
import { ErrorInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { RecordCareRequestSchema } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { ListClientsRequestSchema } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { CreateClientWithPetsRequestSchema } from "@leashline/proto/leashline/customer/v1/client_requests_pb.js";
import { expect, test } from "vitest";
import { nulIn } from "./nul-text.ts";
import { pageOf } from "./page.ts";
import { checkShape } from "./validate.ts";

test("a text that no database stores is found wherever in a request it stands, and named", () => {
  expect(nulIn(RecordCareRequestSchema, create(RecordCareRequestSchema, { note: "Ate all", entryKey: "12345678" }))).toBeNull();
  expect(nulIn(RecordCareRequestSchema, create(RecordCareRequestSchema, { note: "Ate\0all" }))).toBe("note");
  expect(nulIn(ListClientsRequestSchema, create(ListClientsRequestSchema, { queries: { keyword: "\0" } }))).toBe("queries.keyword");
  const pets = [{ petName: "Scout" }, { petName: "Sc\0ut" }];
  expect(nulIn(CreateClientWithPetsRequestSchema, create(CreateClientWithPetsRequestSchema, { client: { firstName: "Dana" }, pets }))).toBe(
    "pets.1.petName",
  );
});

test("it is found in a map and in what holds itself, and named there", () => {
  expect(nulIn(ListClientsRequestSchema, create(ListClientsRequestSchema, { filters: { groups: [{ filters: [{ value: "\0" }] }] } }))).toBe(
    "filters.groups.0.filters.0.value",
  );
  for (const [key, value] of [
    ["a", "\0"],
    ["\0", "a"],
  ])
    expect(nulIn(ErrorInfoSchema, create(ErrorInfoSchema, { metadata: { [key!]: value! } }))).toBe(
      value === "\0" ? "metadata.a" : "metadata",
    );
});

test("a request with such a text is refused with its field", async () => {
  const asked = checkShape(ListClientsRequestSchema, create(ListClientsRequestSchema, { queries: { keyword: "lu\0cy" } }));
  await expect(asked).rejects.toMatchObject({ options: { fields: [{ field: "queries.keyword" }] } });
});

test("a page token with such a text is none of ours", () => {
  const pageToken = Buffer.from(JSON.stringify(["lu\0cy", "7"])).toString("base64url");
  expect(() => pageOf({ pageSize: 10, pageToken })).toThrow(
    expect.objectContaining({ options: expect.objectContaining({ field: "pageToken" }) }),
  );
});
