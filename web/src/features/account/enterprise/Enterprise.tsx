import { useMutation, useQuery } from "@connectrpc/connect-query";
import { EnterpriseService, type Enterprise as One } from "@leashline/proto/leashline/account/v1/enterprise_service_pb.js";
import type { Staff } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { isOwner } from "../../../app/session/permissions.ts";
import { useInfo } from "../../../app/session/session.ts";
import { refreshSession } from "../../../app/session/session-api.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { required } from "../../../ui/format/validate.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { Members } from "../shared/Members.tsx";

const kind = (one: Staff): string => (isOwner(one.employeeCategory) ? "Enterprise owner" : "Enterprise staff");
const name = (one: Staff): string => `${one.firstName} ${one.lastName}`.trim();

/** Several companies under one roof: who owns it, who works for it here, and which companies stand in it. */
const Enterprise = () => {
  const { business, employeeCategory = 0 } = useInfo();
  const [founding, setFounding] = useState(false);
  const enterprises = useQuery(EnterpriseService.method.listEnterprises);
  const staff = useQuery(EnterpriseService.method.listEnterpriseStaffByLocation);
  const reload = () => void Promise.all([enterprises.refetch(), staff.refetch(), refreshSession()]);
  const join = useMutation(EnterpriseService.method.joinEnterprise, { onSuccess: reload, meta: { success: "The company is in" } });
  const owner = isOwner(employeeCategory);
  const inside = (one: One): boolean => one.companies.some((company) => company.companyId === business?.companyId);
  const here = enterprises.data?.enterprises.find(inside);
  const others = enterprises.data?.enterprises.filter((one) => !inside(one)) ?? [];
  const bring = async (one: One) => {
    const sure = await confirm({
      title: `Add this company to ${one.name}?`,
      body: "You are then listed as an owner of the enterprise, and its members see that the company belongs to it.",
      action: "Add company",
    });
    if (sure) join.mutate({ enterpriseId: one.id });
  };
  const columns: Column<Staff>[] = [
    {
      key: "name",
      header: "Name",
      cell: (one) => (
        <Box sx={{ display: "flex", alignItems: "center", gap: 1, fontWeight: 600 }}>
          <Avatar name={name(one)} id={one.id} size={28} src={one.avatarPath} />
          {name(one)}
        </Box>
      ),
    },
    { key: "kind", header: "Joined as", cell: kind },
    { key: "role", header: "Role", cell: (one) => one.roleName },
  ];
  return (
    <SettingsFrame title="Enterprise">
      <Box sx={{ display: "grid", gap: 2 }}>
        {enterprises.data && !here && (
          <EmptyState
            icon="building"
            title="This company is not in an enterprise"
            text={
              owner
                ? "An enterprise joins several companies: its owners see and run them all."
                : "The owner can join several companies into an enterprise."
            }
          >
            {owner && (
              <Button variant="contained" color="primary" onClick={() => setFounding(true)}>
                Create an enterprise
              </Button>
            )}
            {owner &&
              others
                .filter((one) => isOwner(one.myCategory))
                .map((one) => (
                  <Button key={one.id} loading={join.isPending} onClick={() => void bring(one)}>
                    Add to {one.name}
                  </Button>
                ))}
          </EmptyState>
        )}
        {here && <Members enterprise={here} onChange={reload} />}
        <Section title={`Enterprise staff at ${business?.name ?? "this location"}`}>
          <DataList
            label="Enterprise staff"
            rows={staff.data?.staff}
            rowKey={(one) => one.id}
            columns={columns}
            card={(one) => (
              <>
                <Typography variant="subtitle1">{name(one)}</Typography>
                <Typography color="textSecondary">{[kind(one), one.roleName].join(" · ")}</Typography>
              </>
            )}
            error={staff.error ?? enterprises.error}
            onRetry={reload}
            empty={<Typography color="textSecondary">Nobody from the enterprise works at this location.</Typography>}
          />
        </Section>
      </Box>
      {founding && <Found onClose={() => setFounding(false)} onFounded={reload} />}
    </SettingsFrame>
  );
};

const Found = ({ onClose, onFounded }: { onClose: () => void; onFounded: () => void }) => {
  const form = useForm({ defaultValues: { name: "" } });
  const create = useMutation(EnterpriseService.method.createEnterprise, { onSuccess: onFounded, meta: { success: "Enterprise created" } });
  return (
    <DrawerForm
      open
      title="Create an enterprise"
      form={form}
      saveLabel="Create enterprise"
      onClose={onClose}
      onSave={(values) => create.mutateAsync(values)}
    >
      <Typography color="textSecondary">This company is the first in it, and you are its first owner.</Typography>
      <FormText control={form.control} name="name" label="Name" autoFocus check={required("The name")} />
    </DrawerForm>
  );
};

export default Enterprise;
