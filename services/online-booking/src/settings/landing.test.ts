import { ErrorCode, fail } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { OnlineProfileService } from "@leashline/proto/leashline/online_booking/v1/online_profile_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { LandingPart, StorefrontConfigService } from "@leashline/proto/leashline/online_booking/v1/storefront_config_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../test/desk.ts";

let desk: Desk;
/** The location as account keeps it. */
const street = { address1: "1 Main St", addressCity: "Seattle", addressState: "WA", addressZipcode: "98101" };
const location = { id: "1", businessName: "Paws", website: "https://paws.example", instagram: "", ...street };
beforeAll(async () => {
  desk = await openDesk([
    partOf(BusinessService, {
      batchGetBusinesses: async () => ({ businesses: [location] }),
      updateBusiness: async ({ website, instagram }: { website?: string; instagram?: string }) => {
        if (website?.startsWith("ftp")) throw fail("PARAMS_INVALID", { field: "website" });
        return { business: Object.assign(location, website !== undefined && { website }, instagram !== undefined && { instagram }) };
      },
    }),
  ]);
});
afterAll(() => desk?.servers.stop());

const configs = () => desk.servers.client(StorefrontConfigService);
const profiles = () => desk.servers.client(OnlineProfileService);
const shown = async () => (await desk.servers.client(StorefrontService).getStorefront({ bookOnlineName: desk.page })).storefront;

const gallery = [{ path: "/uploads/public/1/h4Xk/bath.jpg", caption: "Rex after his bath" }];
const teams = [{ name: "Ana", title: "Groomer", introduction: "Since 2012", picture: "" }];

test("what the shop says of itself stands on its page once it is published, part by part", async () => {
  expect((await shown())?.landing).toBeUndefined();
  const saved = await configs().updateStorefrontConfig({
    published: true,
    gallery,
    teams,
    amenities: { features: ["Free parking"], payments: ["Credit card"] },
    thankYouUrl: "https://paws.example/thanks",
  });
  expect(saved.config).toMatchObject({ published: true, gallery, teams, bookOnlineName: desk.page, pageComponents: [1, 2, 3, 4, 5, 6] });
  await profiles().updateOnlineProfile({ openingHours: [{ day: 1, startTime: 540, endTime: 1020 }] });
  expect(await shown()).toMatchObject({
    thankYouUrl: "https://paws.example/thanks",
    landing: { gallery, teams, amenities: { features: ["Free parking"] }, openingHours: [{ day: 1 }], links: ["https://paws.example"] },
  });

  await configs().updateStorefrontConfig({ pageComponents: [LandingPart.HOURS, LandingPart.ABOUT] });
  expect((await shown())?.landing).toMatchObject({ parts: [5, 1], gallery: [], teams: [], openingHours: [{ day: 1 }], links: [] });
  const { config } = await configs().getStorefrontConfig({});
  expect(config, "what is not shown is kept").toMatchObject({ gallery, teams });
});

test.each([
  "/uploads/public/2/h4Xk/bath.jpg",
  "/uploads/public/1/../2/bath.jpg",
  "/uploads/private/1/h4Xk/bath.jpg",
  "/\\evil.example/bath.jpg",
  "/api/account/logout",
])("a picture that is none of the company's own is refused: %s", async (path) => {
  const inGallery = await refusalOf(configs().updateStorefrontConfig({ gallery: [...gallery, { path, caption: "" }] }));
  const ofTeam = await refusalOf(configs().updateStorefrontConfig({ teams: [{ name: "Ana", picture: path }] }));
  expect([inGallery.options.fields?.[0]?.field, ofTeam.options.fields?.[0]?.field]).toEqual(["gallery.1.path", "teams.0.picture"]);
});

test("what is not named stays, an empty list that is named goes, and a stale version writes nothing", async () => {
  const before = (await configs().updateStorefrontConfig({ aboutUs: "Since 1998", gallery })).config!;
  const { config } = await configs().updateStorefrontConfig({ updateMask: { paths: ["teams"] }, teams: [] });
  expect(config).toMatchObject({ aboutUs: "Since 1998", gallery, teams: [], version: before.version + 1 });
  const stale = configs().updateStorefrontConfig({ aboutUs: "Never", version: before.version });
  expect((await refusalOf(stale)).code).toBe(ErrorCode.VERSION_CONFLICT);
  const staleProfile = profiles().updateOnlineProfile({ website: "https://never.example", version: before.version });
  expect((await refusalOf(staleProfile)).code).toBe(ErrorCode.VERSION_CONFLICT);
  expect(location.website).toBe("https://paws.example");
});

test.each(["javascript:alert(1)", "paws.example/thanks", "https://not a place"])(
  "a thank-you address like %s is refused in words",
  async (thankYouUrl) => {
    const refused = await refusalOf(configs().updateStorefrontConfig({ thankYouUrl }));
    expect(refused.code).toBe(ErrorCode.PARAMS_INVALID);
    expect(JSON.stringify(refused)).toMatch(/url/);
  },
);

test("the measurement ID goes out with the page until it is taken away; what is none is refused at its field", async () => {
  expect((await shown())?.analyticsId).toBe("");
  const { config } = await configs().updateStorefrontConfig({ analyticsId: "G-ABC123DEF4" });
  expect([config?.analyticsId, (await shown())?.analyticsId]).toEqual(["G-ABC123DEF4", "G-ABC123DEF4"]);
  for (const analyticsId of ["GTM-ABC1234", "G-ABC123; script-src *", "g-abc123"]) {
    const { code, options } = await refusalOf(configs().updateStorefrontConfig({ analyticsId }));
    expect([code, options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "analyticsId"]);
  }
  await configs().updateStorefrontConfig({ welcomeMessage: "Hi" });
  expect((await shown())?.analyticsId).toBe("G-ABC123DEF4");
  await configs().updateStorefrontConfig({ analyticsId: "" });
  expect((await shown())?.analyticsId).toBe("");
});

const ofPaws = ["https://paws.example", "http://localhost:4000"];

const saveSites = async (sites: string[] | undefined, more: object = {}) =>
  (await desk.servers.client(OnlineBookingSettingService).updateOnlineBookingSetting({ ...(sites && { embedSites: { sites } }), ...more }))
    .setting;

test("the websites that a shop names go out with its page and stay until a list takes their place, and who did it stands in the log", async () => {
  expect(await saveSites(ofPaws, { noticeMinutes: 30 })).toMatchObject({ embedSites: { sites: ofPaws }, noticeMinutes: 30 });
  expect((await shown())?.embedSites).toEqual(ofPaws);
  await configs().updateStorefrontConfig({ welcomeMessage: "Hi" });
  expect(await saveSites(undefined, { noticeMinutes: 45 })).toMatchObject({ embedSites: { sites: ofPaws }, noticeMinutes: 45 });
  expect((await shown())?.embedSites).toEqual(ofPaws);
  expect((await saveSites([]))?.embedSites?.sites).toEqual([]);
  expect((await shown())?.embedSites).toEqual([]);
  const logged = "select before, after from online_booking.change_log where entity = 'online_booking_setting' order by id desc limit 1";
  const [last] = (await desk.servers.admin.query(logged)).rows;
  expect([last?.before.embedSites, last?.after.embedSites]).toEqual([ofPaws, []]);
});

test.each(["http://paws.example", "https://*.paws.example", "https://paws.example/book", "https://paws.example; script-src *"])(
  "a website like %s is refused beside its place in the list, and nothing is kept",
  async (wrong) => {
    const refused = await refusalOf(saveSites(["https://a.example", wrong], { noticeMinutes: 60 }));
    expect([refused.code, refused.options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "embedSites.sites.1"]);
    const { setting } = await desk.servers.client(OnlineBookingSettingService).getOnlineBookingSetting({});
    expect(setting).toMatchObject({ embedSites: { sites: [] }, noticeMinutes: 45 });
  },
);

test.each([
  ["more than ten", Array.from({ length: 11 }, (_, nth) => `https://a${nth}.example`)],
  ["one named twice", ["https://a.example", "https://a.example"]],
])("websites of which there are %s are refused", async (_, sites) => {
  const refused = await refusalOf(saveSites(sites));
  expect([refused.code, refused.options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "embedSites.sites"]);
});

test.each([
  ["end before they begin", [{ day: 1, startTime: 600, endTime: 600 }]],
  [
    "overlap",
    [
      { day: 2, startTime: 540, endTime: 720 },
      { day: 2, startTime: 700, endTime: 900 },
    ],
  ],
])("hours that %s are refused", async (_, openingHours) => {
  const before = (await profiles().getOnlineProfile({})).profile?.openingHours;
  expect((await refusalOf(profiles().updateOnlineProfile({ openingHours }))).code).toBe(ErrorCode.PARAMS_INVALID);
  expect((await profiles().getOnlineProfile({})).profile?.openingHours).toEqual(before);
});

test("name and links are the location's own, and a page is listed for whoever works there", async () => {
  const { profile } = await profiles().updateOnlineProfile({ instagram: "https://instagram.com/paws", themeColor: "#112233" });
  expect(profile).toMatchObject({ businessName: "Paws", instagram: "https://instagram.com/paws", themeColor: "#112233" });
  expect(profile?.address, "as the page shows it").toBe("1 Main St, Seattle, WA 98101");
  expect(location.instagram).toBe("https://instagram.com/paws");
  expect((await profiles().getBriefProfiles({})).profiles).toEqual([
    expect.objectContaining({ businessId: "1", businessName: "Paws", bookOnlineName: desk.page, bookingEnabled: true, published: true }),
  ]);
});

test("who may not change the location may change hours and color, and none of its links", async () => {
  const clerk = desk.servers.client(OnlineProfileService, { permissions: [Permission.ONLINE_BOOKING_SETTINGS] });
  expect((await clerk.updateOnlineProfile({ themeColor: "#445566" })).profile?.themeColor).toBe("#445566");
  const refused = await refusalOf(clerk.updateOnlineProfile({ themeColor: "#000000", website: "https://other.example" }));
  expect(refused.code).toBe(ErrorCode.NO_PERMISSION);
  expect((await profiles().getOnlineProfile({})).profile).toMatchObject({ themeColor: "#445566", website: "https://paws.example" });
});
