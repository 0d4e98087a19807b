import { Code, ConnectError } from "@connectrpc/connect";
import { type Ctx, fromConnectError } from "@leashline/kit";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Facts } from "./placeholders.ts";

const ONLINE_BOOKING = "{onlineBookingLink}";

/** Whether a text speaks of an address that somebody else has to be asked for. */
export const needsLinks = (texts: readonly string[]): boolean => texts.some((text) => text.includes(ONLINE_BOOKING));

/** The addresses that the texts at hand speak of; others are asked of nobody. A page that takes no bookings has no link. */
export async function linksFor(ctx: Ctx, businessId: string, ...texts: string[]): Promise<NonNullable<Facts["links"]>> {
  if (!needsLinks(texts)) return {};
  try {
    const { setting } = await ctx.client(OnlineBookingSettingService).getOnlineBookingSetting({ businessId });
    if (!setting?.isEnable || !setting.bookOnlineName) return {};
    return { onlineBooking: `${ctx.runtime.config.publicUrl}/ol/${setting.bookOnlineName}` };
  } catch (error) {
    const away = error instanceof ConnectError && error.code === Code.Unavailable;
    // Better without the link than not at all.
    if (away || fromConnectError(error)) return {};
    throw error;
  }
}
