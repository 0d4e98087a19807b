import { implement, named } from "@leashline/kit";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import {
  OnlineAvailabilityService,
  type UpdateServiceOnlineSettingRequest,
  UpdateServiceOnlineSettingRequestSchema,
} from "@leashline/proto/leashline/online_booking/v1/online_availability_service_pb.js";

/** Where each field stands in the service. */
const paths = {
  bookOnlineAvailable: "book_online_available",
  showBasePrice: "options.show_base_price",
  showDuration: "options.show_duration",
} as const;

const toSetting = ({ id, bookOnlineAvailable, options, version }: Service) => ({
  serviceId: id,
  bookOnlineAvailable,
  showBasePrice: options?.showBasePrice ?? 0,
  showDuration: options?.showDuration !== false,
  version,
});

function changeOf(request: UpdateServiceOnlineSettingRequest) {
  const fields = named(UpdateServiceOnlineSettingRequestSchema, request, request.updateMask);
  const { bookOnlineAvailable = false, showBasePrice = 0, showDuration = true } = request;
  return {
    service: { bookOnlineAvailable, options: { showBasePrice, showDuration } },
    updateMask: { paths: Object.entries(paths).flatMap(([field, path]) => (fields.has(field) ? [path] : [])) },
  };
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
    const { serviceId: id, version } = request;
    const change = changeOf(request);
    const catalog = ctx.client(CatalogService);
    const { service } =
      change.updateMask.paths.length > 0 ? await catalog.updateService({ id, version, ...change }) : await catalog.getService({ id });
    return { setting: toSetting(service as Service) };
  },
});
