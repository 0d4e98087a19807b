import { useQuery } from "@connectrpc/connect-query";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { isOwner } from "../session/permissions.ts";
import { useInfo } from "../session/session.ts";

/** What is shown instead of something that the role does not open: whom to ask, by name. */
export const AskOwner = ({ what = "this page" }: { what?: string }) => {
  const { business } = useInfo();
  const staff = useQuery(StaffService.method.listCompanyStaffWithLocations, { pageSize: 500 }, { enabled: business !== undefined });
  const owners = (staff.data?.staff ?? [])
    .filter((one) => isOwner(one.employeeCategory))
    .map((one) => `${one.firstName} ${one.lastName}`.trim())
    .filter(Boolean);
  const whom =
    owners.length > 0 ? `Ask ${owners.join(" or ")}, the owner of ${business?.companyName ?? "the company"}` : "Ask the business owner";
  return (
    <EmptyState
      icon="info"
      title={`Your role does not include ${what}`}
      text={`${whom}. They can change your role under Settings, Roles, and it applies right away.`}
    />
  );
};
