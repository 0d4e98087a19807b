import { type Ctx, fail, implement, named } from "@leashline/kit";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { type AddOn, AddOnService } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import {
  OnlineAvailabilityService,
  type UpdateServiceOnlineSettingRequest,
  UpdateServiceOnlineSettingRequestSchema,
} from "@leashline/proto/leashline/online_booking/v1/online_availability_service_pb.js";

/** Where each field stands in the service; in an add-on there are no options around it. */
const paths = {
  bookOnlineAvailable: "book_online_available",
  showBasePrice: "options.show_base_price",
  showDuration: "options.show_duration",
} as const;
const protoPath = (field: keyof typeof paths): string => paths[field].replace("options.", "");

const toSetting = ({ id, bookOnlineAvailable, options, version }: Service) => ({
  serviceId: id,
  bookOnlineAvailable,
  showBasePrice: options?.showBasePrice ?? 0,
  showDuration: options?.showDuration !== false,
  version,
});

const settingOfAddOn = ({ id, bookOnlineAvailable, showBasePrice, showDuration, version }: AddOn) => ({
  serviceId: id,
  bookOnlineAvailable,
  showBasePrice,
  showDuration,
  version,
});

const valuesIn = ({ bookOnlineAvailable = false, showBasePrice = 0, showDuration = true }: UpdateServiceOnlineSettingRequest) => ({
  bookOnlineAvailable,
  showBasePrice,
  showDuration,
});

const isField = (name: string): name is keyof typeof paths => name in paths;
/** What the request names, of the fields that a service or an add-on has. */
const namedIn = (request: UpdateServiceOnlineSettingRequest) =>
  [...named(UpdateServiceOnlineSettingRequestSchema, request, request.updateMask)].filter(isField);

/** A service or an add-on as it is now. */
async function found(ctx: Ctx, id: string): Promise<Service> {
  const { services } = await ctx.client(CatalogService).batchGetServices({ ids: [id], withAddOns: true, allowMissing: true });
  const [service] = services;
  if (!service || service.deleted) throw fail("SERVICE_NOT_FOUND", { field: "serviceId" });
  return service;
}

async function changed(ctx: Ctx, request: UpdateServiceOnlineSettingRequest, { id, addOn }: Service) {
  const { version } = request;
  const { bookOnlineAvailable, ...options } = valuesIn(request);
  const fields = namedIn(request);
  if (addOn) {
    const updateMask = { paths: fields.map((field) => protoPath(field)) };
    const answer = await ctx.client(AddOnService).updateAddOn({ id, version, addOn: { bookOnlineAvailable, ...options }, updateMask });
    return settingOfAddOn(answer.addOn as AddOn);
  }
  const updateMask = { paths: fields.map((field) => paths[field]) };
  const { service } = await ctx
    .client(CatalogService)
    .updateService({ id, version, service: { bookOnlineAvailable, options }, updateMask });
  return toSetting(service as Service);
}

export const availabilityRpc = implement(OnlineAvailabilityService, {
  async getOnlineStaff({ businessId }, ctx) {
    const { staff } = await ctx.client(StaffService).listStaffByLocation({ businessId });
    return {
      staff: staff.map(({ id, firstName, lastName, colorCode, bookOnlineAvailable }) => ({
        staffId: id,
        firstName,
        lastName,
        colorCode,
        bookOnlineAvailable,
      })),
    };
  },

  async updateServiceOnlineSetting(request, ctx) {
    const before = await found(ctx, request.serviceId);
    if (namedIn(request).length === 0) return { setting: toSetting(before) };
    return { setting: await changed(ctx, request, before) };
  },
});
