import { nobody } from "@leashline/kit";
import { eventually } from "@leashline/kit/test";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, password, startHarness } from "../../test/harness.ts";
import { lifetimeFrom } from "./lifetime.ts";

describe("the setting", () => {
  test.each([
    [undefined, { idle: 30, most: 90 }],
    ["365", { idle: 30, most: 365 }],
    ["7", { idle: 7, most: 7 }],
  ])("%j is %j", (value, expected) => {
    expect(lifetimeFrom({ LEASHLINE_SESSION_MAX_DAYS: value })).toEqual(expected);
  });

  test.each(["0", "-1", "1.5", "3651", "soon", ""])("%j stops the boot", (value) => {
    expect(() => lifetimeFrom({ LEASHLINE_SESSION_MAX_DAYS: value })).toThrow("LEASHLINE_SESSION_MAX_DAYS must be");
  });
});

describe("a session's end", () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(async () => {
    await harness.servers.stop();
  });

  /** Turns the clock back: a session of that many days, last used an hour ago. */
  const age = (accountId: string, days: number) =>
    harness.servers.admin.query(
      `update account.session set create_time = now() - make_interval(days => $2), last_seen_time = now() - interval '1 hour' where account_id = $1`,
      [accountId, days],
    );
  const daysLeft = async (accountId: string): Promise<number> => {
    const { rows } = await harness.servers.admin.query(
      "select extract(epoch from expire_time - now()) / 86400 as days from account.session where account_id = $1 and end_time is null",
      [accountId],
    );
    return Number(rows[0]?.days);
  };

  test("a session that is used every day ends all the same, so long after it was opened", async () => {
    const { accountId } = await harness.signUp("always@example.test");
    const token = harness.tokens.get("always@example.test") as string;
    await age(accountId, 10);
    expect((await harness.callerOf(token)).accountId).toBe(accountId);
    expect(await daysLeft(accountId)).toBeCloseTo(30, 1);
    await age(accountId, 85);
    expect((await harness.callerOf(token)).accountId).toBe(accountId);
    expect(await daysLeft(accountId)).toBeCloseTo(5, 1);
    await age(accountId, 90);
    await harness.callerOf(token);
    expect((await harness.callerOf(token)).kind).toBe("anonymous");
    const again = await harness.as(SessionService, { ...nobody, ip: "10.1.0.20" }).signIn({ email: "always@example.test", password });
    expect((await harness.callerOf(again.sessionToken)).accountId).toBe(accountId);
  });

  test("a session is good while its last use cannot be written down because the disk is full", async () => {
    const { accountId } = await harness.signUp("patient@example.test");
    await age(accountId, 3);
    const { admin } = harness.servers;
    const { rows } = await admin.query("select current_database() as name");
    const connectAnew =
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'leashline_account' and datname = current_database()";
    await admin.query(`alter database ${rows[0].name} set default_transaction_read_only = on`);
    try {
      await admin.query(connectAnew);
      // The first calls find the old connections ended.
      await eventually(async () =>
        expect((await harness.callerOf(harness.tokens.get("patient@example.test") as string)).accountId).toBe(accountId),
      );
    } finally {
      await admin.query(`alter database ${rows[0].name} reset default_transaction_read_only`);
      await admin.query(connectAnew);
      // No connection that was ended here is left for what comes next.
      await eventually(async () => {
        for (const token of Array<string>(5).fill(harness.tokens.get("patient@example.test") as string)) await harness.callerOf(token);
      });
    }
  });

  test("a shorter one than before reaches sessions that are open already", async () => {
    const { accountId } = await harness.signUp("shorter@example.test");
    await age(accountId, 3);
    harness.servers.config.env.LEASHLINE_SESSION_MAX_DAYS = "5";
    await harness.callerOf(harness.tokens.get("shorter@example.test") as string);
    expect(await daysLeft(accountId)).toBeCloseTo(2, 1);
    delete harness.servers.config.env.LEASHLINE_SESSION_MAX_DAYS;
  });
});
