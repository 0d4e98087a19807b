import { toWireDate } from "@leashline/kit";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { BusinessAppType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { ClassService } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { DaycareService } from "@leashline/proto/leashline/calendar/v1/daycare_service_pb.js";
import { ServiceAreaService, ServiceAreaType } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { LodgingService } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { LandingPart, StorefrontConfigService } from "@leashline/proto/leashline/online_booking/v1/storefront_config_pb.js";
import { foundCompany, type Person } from "../small-shop.ts";
import { usd } from "../wire.ts";

export const zone = "America/New_York";

/** A shop for every care there is, with one kennel, one place for daycare a day and one in its class; answers the name of its page and the class. */
export async function openEveryCare(owner: Person): Promise<{ page: string; classId: string }> {
  await foundCompany(owner, "Every Care", zone, { appType: BusinessAppType.HYBRID });
  const { api } = owner;
  await api.client(BusinessService).updateBusiness({ businessId: api.identity().businessId, contactEmail: owner.email });
  const { lodgingType } = await api.client(LodgingService).createLodgingType({ name: "Kennel" });
  await api.client(LodgingService).createLodgingUnits({ lodgingTypeId: lodgingType?.lodgingTypeId ?? "0", names: ["Kennel 1"] });
  await api.client(DaycareService).updateDaycareSetting({ setting: { limited: true, heads: Array(7).fill(1) } });
  await api.client(ServiceAreaService).saveServiceArea({
    ...{ areaName: "Brooklyn Heights", colorCode: "#2a6fdb", serviceAreaType: ServiceAreaType.ZIPCODES, zipcodes: ["11201"] },
  });
  const classId = await sellEverything(owner);
  const { setting } = await api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true });
  await api
    .client(StorefrontConfigService)
    .updateStorefrontConfig({ published: true, aboutUs: "Everything for your pet.", pageComponents: [LandingPart.ABOUT] });
  return { page: setting?.bookOnlineName ?? "", classId };
}

async function sellEverything({ api }: Person): Promise<string> {
  const catalog = api.client(CatalogService);
  const sell = async (name: string, careType: string, dollars: bigint, duration: number, more: object = {}): Promise<string> => {
    const price = usd(dollars);
    const { service } = await catalog.createService({ service: { name, careType, price, duration, bookOnlineAvailable: true, ...more } });
    return service?.id ?? "0";
  };
  await sell("Bath and brush", "GROOMING", 60n, 60);
  const bath = await sell("Farewell bath", "GROOMING", 30n, 30, { bookOnlineAvailable: false });
  const additionalServiceRule = { enable: true, minStayLength: 3, applyRules: [{ serviceId: bath, stayDay: StayDay.LAST }] };
  await sell("Overnight", "BOARDING", 45n, 60, { priceUnit: PriceUnit.PER_NIGHT, options: { additionalServiceRule } });
  await sell("Full day", "DAYCARE", 38n, 540);
  const evaluationServiceId = await sell("Temperament test", "EVALUATION", 20n, 30);
  await sell("Day camp", "DAYCARE", 42n, 480, { options: { evaluationServiceId } });
  const serviceId = await sell("Puppy school", "GROUP_CLASS", 150n, 60, { options: { capacity: 1, numSessions: 3 } });
  await catalog.createStarterCatalog({ careTypes: ["DOG_WALKING"] });
  const { staff } = await api.client(StaffService).listStaffByLocation({});
  const first = Temporal.Now.plainDateISO(zone).add({ days: 20 });
  const sessions = [0, 7, 14].map((days) => ({ date: toWireDate(first.add({ days }).toString()), startTime: 1080, endTime: 1140 }));
  const plan = { serviceId, name: "Tuesday puppies", staffId: staff[0]?.id ?? "0", capacity: 1, sessions, outsideWorkingHours: true };
  const { groupClass } = await api.client(ClassService).createClass(plan);
  return groupClass?.id ?? "0";
}
