import { useMutation } from "@connectrpc/connect-query";
import { type Enterprise, type EnterpriseMember, EnterpriseService } from "@leashline/proto/leashline/account/v1/enterprise_service_pb.js";
import { EmployeeCategory } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import type { CompanyAccess } from "@leashline/proto/leashline/account/v1/session_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { isOwner } from "../../../app/session/permissions.ts";
import { useInfo } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { plural } from "../../../ui/format/text.ts";
import { Section } from "../../../ui/page/Section.tsx";

const name = (one: EnterpriseMember): string => `${one.firstName} ${one.lastName}`.trim() || one.email;

/** "Maple: North, South"; one that has its company's name is not said twice. */
const placesOf = ({ companyName, businesses }: CompanyAccess): string => {
  const names = businesses.map((place) => place.businessName).join(", ");
  return names === companyName || names === "" ? companyName : `${companyName}: ${names}`;
};

/** An enterprise: its companies and its members. Its owners may name other owners and take members out. */
export const Members = ({ enterprise, onChange }: { enterprise: Enterprise; onChange: () => void }) => {
  const { account } = useInfo();
  const remove = useMutation(EnterpriseService.method.removeEnterpriseMember, {
    onSuccess: onChange,
    meta: { success: "Removed from the enterprise" },
  });
  const change = useMutation(EnterpriseService.method.changeEnterpriseMember, { onSuccess: onChange, meta: { success: "Saved" } });
  const owner = isOwner(enterprise.myCategory);
  const turn = async (one: EnterpriseMember) => {
    const up = !isOwner(one.employeeCategory);
    const sure = await confirm({
      title: up ? `Make ${name(one)} an owner of ${enterprise.name}?` : `Make ${name(one)} enterprise staff again?`,
      body: up
        ? "They can do everything in the companies where they have a staff record, and add other owners."
        : "Their role in each company decides what they can do.",
      action: up ? "Make owner" : "Make staff",
    });
    const employeeCategory = up ? EmployeeCategory.ENTERPRISE_OWNER : EmployeeCategory.ENTERPRISE_STAFF;
    if (sure) change.mutate({ enterpriseId: enterprise.id, accountId: one.accountId, employeeCategory });
  };
  const take = async (one: EnterpriseMember) => {
    const sure = await confirm({
      title: `Remove ${name(one)} from ${enterprise.name}?`,
      body: "They stop being a member. Companies where they have a staff record keep them as regular staff until it is removed there.",
      action: "Remove",
      danger: true,
    });
    if (sure) remove.mutate({ enterpriseId: enterprise.id, accountId: one.accountId });
  };
  return (
    <Section title={enterprise.name}>
      <Typography color="textSecondary">{plural(enterprise.companies.length, "company", "companies")}</Typography>
      <Box component="ul" aria-label="Companies" sx={{ m: 0, mb: 1.5, pl: 2.5 }}>
        {enterprise.companies.map((company) => (
          <li key={company.companyId}>{placesOf(company)}</li>
        ))}
      </Box>
      <Box component="ul" aria-label="Members" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {enterprise.members.map((one) => (
          <Box
            component="li"
            key={one.accountId}
            sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, py: 0.75, borderTop: 1, borderColor: "lineSoft" }}
          >
            <Box sx={{ flex: { xs: "1 0 100%", md: 1 }, minWidth: 0 }}>
              <Typography variant="subtitle2" noWrap>
                {name(one)}
              </Typography>
              <Typography variant="body2" color="textSecondary" noWrap>
                {one.email} · {isOwner(one.employeeCategory) ? "Enterprise owner" : "Enterprise staff"}
              </Typography>
            </Box>
            {owner && one.accountId !== account.id && (
              <>
                <Button
                  variant="text"
                  aria-label={`Make ${name(one)} ${isOwner(one.employeeCategory) ? "enterprise staff" : "an enterprise owner"}`}
                  disabled={change.isPending}
                  onClick={() => void turn(one)}
                >
                  {isOwner(one.employeeCategory) ? "Make staff" : "Make owner"}
                </Button>
                <Button
                  color="error"
                  variant="text"
                  aria-label={`Remove ${name(one)}`}
                  disabled={remove.isPending}
                  onClick={() => void take(one)}
                >
                  Remove
                </Button>
              </>
            )}
          </Box>
        ))}
      </Box>
    </Section>
  );
};
