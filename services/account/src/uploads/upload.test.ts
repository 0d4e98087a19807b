import { nobody } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { UploadState as S, UploadStateService } from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness } from "../../test/harness.ts";
import { jobState, lastPartSize, partCount, partSize, stateAt } from "./upload.ts";

describe("upload-multipart-threshold: files under 5 MB are one part, larger ones several", () => {
  test.each([
    [4.9 * 1024 * 1024, 1],
    [partSize - 1, 1],
    [partSize, 1],
    [partSize + 1, 2],
    [6 * 1024 * 1024, 2],
    [1, 1],
  ])("%i bytes: %i", (size, count) => expect(partCount(Math.floor(size))).toBe(count));

  test("parts are the whole, none is empty and none too long", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 * 1024 * 1024 }), (size) => {
        expect((partCount(size) - 1) * partSize + lastPartSize(size)).toBe(size);
        expect(lastPartSize(size)).toBeGreaterThan(0);
        expect(lastPartSize(size)).toBeLessThanOrEqual(partSize);
      }),
    );
  });
});

test.each([
  [[2, 2], false, 2],
  [[2, 1], false, 1],
  [[2, 3], false, 3],
  [[3, 1], false, 1],
  [[2, 4], true, 4],
  [[2, 4], false, 4],
  [[2, 2], true, 2],
  [[2, 5], false, 5],
  [[5, 1], false, 1],
] as [S[], boolean, S][])("a job of files %j, cancelled %s: %i", (states, cancelled, state) =>
  expect(jobState(states, cancelled)).toBe(state),
);

test("what nobody completed within a day is called off", () => {
  const hours = (n: number, state: S) => stateAt({ state, createTime: new Date(0) }, new Date(n * 3_600_000));
  expect([hours(24, S.RECEIVING), hours(25, S.RECEIVING), hours(25, S.HELD), hours(25, S.COMPLETE)]).toEqual([
    S.RECEIVING,
    S.CANCELLED,
    S.HELD,
    S.COMPLETE,
  ]);
});

describe("files on their way", () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.servers.stop());
  const of = (companyId: string) => harness.as(UploadStateService, { ...nobody, kind: "service", via: "gateway", companyId });
  const idOf = (letter: string): string => letter.repeat(20);
  const file = (letter: string, size = 10) => ({ fileId: idOf(letter), fileName: `${letter}.txt`, size });

  test("begin once, and stand in the order asked; another company knows nothing of them", async () => {
    const files = [file("c", partSize + 1), file("a")];
    const { uploads } = await of("1").beginUploads({ jobId: idOf("j"), files });
    expect(uploads).toMatchObject([
      { fileId: idOf("c"), partCount: 2, partSize, lastPartSize: 1, state: S.RECEIVING },
      { fileId: idOf("a"), partCount: 1, lastPartSize: 10 },
    ]);
    await of("1").completeUpload({ fileId: idOf("a") });
    expect((await of("1").beginUploads({ jobId: idOf("j"), files })).uploads[1]?.state).toBe(S.COMPLETE);
    expect(await refusalOf(of("2").getUpload({ fileId: idOf("a") }))).toMatchObject({ code: ErrorCode.NOT_FOUND });
    expect(await refusalOf(of("2").getUploadJob({ jobId: idOf("j") }))).toMatchObject({ code: ErrorCode.NOT_FOUND });
  });

  test("a job that is called off keeps what arrived, and takes no more; twice is once", async () => {
    const { job } = await of("1").cancelUploadJob({ jobId: idOf("j") });
    expect(job).toMatchObject({ state: S.CANCELLED, uploads: [{ state: S.CANCELLED }, { state: S.COMPLETE }] });
    expect((await of("1").cancelUploadJob({ jobId: idOf("j") })).job).toEqual(job);
    expect((await of("1").getUploadJob({ jobId: idOf("j") })).job).toEqual(job);
  });

  test("what is refused stays refused, what is complete complete", async () => {
    await of("1").refuseUpload({ fileId: idOf("r"), reason: "not a picture" });
    await of("1").completeUpload({ fileId: idOf("r") });
    await of("1").holdUpload({ fileId: idOf("r"), path: "/uploads/private/1/r/r.txt" });
    expect((await of("1").getUpload({ fileId: idOf("r") })).upload).toMatchObject({ state: S.REFUSED, reason: "not a picture" });
    await of("1").refuseUpload({ fileId: idOf("a"), reason: "late" });
    expect((await of("1").getUpload({ fileId: idOf("a") })).upload).toMatchObject({ state: S.COMPLETE, reason: "" });
  });

  test("the scanner is shown what waits, of all companies and of none, page by page; what it has seen waits no longer", async () => {
    for (const [companyId, letter] of [
      ["1", "x"],
      ["2", "y"],
      ["0", "z"],
    ] as const)
      await of(companyId).holdUpload({ fileId: idOf(letter), path: `/uploads/public/${companyId}/${idOf(letter)}/f.txt` });
    const first = await of("0").listHeldUploads({ pageSize: 2 });
    expect(first.uploads).toMatchObject([{ companyId: "1", fileId: idOf("x") }, { companyId: "2" }]);
    const rest = await of("0").listHeldUploads({ pageSize: 2, afterFileId: idOf("y") });
    expect(rest.uploads).toMatchObject([{ companyId: "0", path: `/uploads/public/0/${idOf("z")}/f.txt` }]);
    await of("2").refuseUpload({ fileId: idOf("y"), reason: "a virus" });
    await of("1").completeUpload({ fileId: idOf("x") });
    expect((await of("0").listHeldUploads({})).uploads).toMatchObject([{ fileId: idOf("z") }]);
  });

  test("a picture of a location, of staff or of a van is not discarded, whoever asks; what is with it goes", async () => {
    const { owner } = await harness.openCompany("Pictured");
    const at = (letter: string) => `/uploads/private/${owner.companyId}/${idOf(letter)}/face.png`;
    for (const [table, letter] of Object.entries({ business: "b", staff: "s" }))
      await harness.servers.admin.query(`update account.${table} set avatar_path = $1 where company_id = $2`, [
        at(letter),
        owner.companyId,
      ]);
    await of(owner.companyId).discardFiles({ fileIds: ["b", "s", "g"].map(idOf) });
    const { files } = await of("0").listDiscardedFiles({});
    expect(files.filter(({ companyId }) => companyId === owner.companyId)).toMatchObject([{ fileId: idOf("g") }]);
  });
});
