import { refusalOf } from "@leashline/kit/test";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => {
  await harness.servers.stop();
});
const codeOf = async (call: Promise<unknown>): Promise<number> => (await refusalOf(call)).code;
const on = (year: number, month: number, day: number) => ({ year, month, day });

describe("vans", () => {
  test("staff drive one van at a time; transfers and leaving are in the history", async () => {
    const { owner } = await harness.openCompany("Vans");
    const vans = harness.as(VanService, owner);
    const { staff } = await harness.as(StaffService, owner).createStaff({ firstName: "Val" });
    const staffId = staff?.id as string;
    const { van: red } = await vans.createVan({
      nickName: "Red",
      licensePlate: "ABC 123",
      dateInService: on(2025, 5, 1),
      staffIdList: [staffId],
    });
    const { van: blue } = await vans.createVan({ nickName: "Blue" });
    expect(red).toMatchObject({ nickName: "Red", staffIdList: [staffId], staffList: [{ firstName: "Val" }] });
    expect(await codeOf(vans.createVan({ nickName: "red" }))).toBe(900009);
    const moved = await vans.transferVanStaff({ fromVanId: red?.vanId as string, toVanId: blue?.vanId as string, staffId });
    expect(moved.vans.map((v) => v.staffIdList)).toEqual([[], [staffId]]);
    await vans.updateVan({ vanId: red?.vanId as string, staffIdList: [staffId], note: "Back" });
    expect((await vans.listVans({})).vans.map((v) => [v.nickName, v.staffIdList.length])).toEqual([
      ["Blue", 0],
      ["Red", 1],
    ]);
    const { history } = await vans.listVanStaffHistory({ vanId: red?.vanId as string });
    expect(history.map((h) => h.endTime !== undefined)).toEqual([false, true]);
    await vans.deleteVan({ vanId: red?.vanId as string });
    expect((await vans.listVans({})).vans).toHaveLength(1);
    const { owner: other } = await harness.openCompany("Other vans");
    expect(await codeOf(harness.as(VanService, other).listVanStaffHistory({ vanId: blue?.vanId as string }))).toBe(404);
  });
});
