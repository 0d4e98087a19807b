import type { ClientRow } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { ClientType } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import type { Tag } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { toMinor } from "../../../ui/format/money.ts";
import { plural } from "../../../ui/format/text.ts";
import { type Format, useFormat } from "../../../ui/format/useFormat.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { PetAvatar } from "../../../ui/PetAvatar.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { clientName } from "../shared/client-name.ts";

type Pets = ClientRow["pets"];

const face = (pet: Pets[number]) => ({ id: pet.petId, name: pet.petName, species: pet.petType, breed: pet.breed, photo: pet.avatarPath });

export const PetLine = ({ pets, size = 26 }: { pets: Pets; size?: number }) => {
  const living = pets.filter((pet) => !pet.passedAway);
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 0.75, minWidth: 0 }}>
      {living.slice(0, 3).map((pet) => (
        <PetAvatar key={pet.petId} pet={face(pet)} size={size} />
      ))}
      <Typography noWrap sx={{ color: "text.secondary", maxWidth: 260 }}>
        {living.map((pet) => pet.petName).join(", ") || "No pets yet"}
      </Typography>
    </Box>
  );
};

const Name = ({ row }: { row: ClientRow }) => {
  const { client } = row;
  if (!client) return null;
  const name = clientName(client);
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1.25, minWidth: 0 }}>
      <Avatar name={name} id={client.customerId} size={30} src={client.avatarPath} colour={client.clientColor} />
      <TextLink
        to={pathTo("/client/:customerId/overview", { customerId: client.customerId })}
        color="inherit"
        sx={{ fontWeight: 600, maxWidth: 320, overflowWrap: "break-word" }}
      >
        {name}
      </TextLink>
      {client.type === ClientType.LEAD && <StatusChip tone="info">Lead</StatusChip>}
      {client.inactive && <StatusChip>Inactive</StatusChip>}
      {client.ownerUnknown && <StatusChip tone="warn">Owner unknown</StatusChip>}
      {client.isProspectCustomer && row.overview?.totalCount ? <StatusChip tone="info">New</StatusChip> : null}
    </Box>
  );
};

const namesOf = (tags: readonly Tag[], ids: readonly string[]): string =>
  ids.flatMap((id) => tags.find((tag) => tag.id === id)?.name ?? []).join(", ");

export const clientColumns = (format: Format, tags: readonly Tag[]): Column<ClientRow>[] => [
  { key: "first_name", header: "Name", sortable: true, cell: (row) => <Name row={row} /> },
  { key: "pets", header: "Pets", cell: (row) => <PetLine pets={row.pets} /> },
  { key: "phone", header: "Phone", nowrap: true, cell: (row) => row.client?.phoneDisplay || format.phone(row.client?.phoneNumber ?? "") },
  { key: "email", header: "Email", cell: (row) => <Box sx={{ overflowWrap: "anywhere" }}>{row.client?.email}</Box> },
  { key: "tags", header: "Tags", cell: (row) => namesOf(tags, row.client?.customerTagIdList ?? []) },
  {
    key: "last_visit_date",
    header: "Last appointment",
    sortable: true,
    nowrap: true,
    wide: true,
    cell: (row) => format.day(row.overview?.lastVisitDate) || "–",
  },
  {
    key: "next_visit_date",
    header: "Next appointment",
    sortable: true,
    nowrap: true,
    cell: (row) => format.day(row.overview?.nextVisitDate) || "–",
  },
  {
    key: "finished_count",
    header: "Appointments",
    sortable: true,
    align: "right",
    wide: true,
    cell: (row) => format.number(row.overview?.finishedCount ?? 0),
  },
  { key: "total_paid", header: "Paid", sortable: true, align: "right", wide: true, cell: (row) => format.money(row.overview?.totalPaid) },
  {
    key: "outstanding_balance",
    header: "Owes",
    sortable: true,
    align: "right",
    cell: (row) =>
      toMinor(row.overview?.totalOutstandingBalance) > 0n ? (
        <Box component="span" sx={{ color: "warning.main", fontWeight: 600 }}>
          {format.money(row.overview?.totalOutstandingBalance)}
        </Box>
      ) : (
        "–"
      ),
  },
  {
    key: "create_date",
    header: "Added",
    sortable: true,
    nowrap: true,
    cell: (row) => format.ago(row.client?.createTime),
  },
];

/** A client on a phone. */
export const ClientCard = ({ row }: { row: ClientRow }) => {
  const format = useFormat();
  const { client, overview } = row;
  if (!client) return null;
  const owes = toMinor(overview?.totalOutstandingBalance) > 0n;
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 0.5 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        <Typography variant="subtitle1" noWrap sx={{ flex: 1 }}>
          {clientName(client)}
        </Typography>
        {client.type === ClientType.LEAD && <StatusChip tone="info">Lead</StatusChip>}
        {client.inactive && <StatusChip>Inactive</StatusChip>}
        {client.ownerUnknown && <StatusChip tone="warn">Owner unknown</StatusChip>}
        {owes && <StatusChip tone="warn">owes {format.money(overview?.totalOutstandingBalance)}</StatusChip>}
      </Box>
      <PetLine pets={row.pets} size={30} />
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {[
          client.phoneDisplay,
          overview?.nextVisitDate ? `next ${format.shortDay(overview.nextVisitDate)}` : plural(overview?.finishedCount ?? 0, "appointment"),
        ]
          .filter(Boolean)
          .join(" · ")}
      </Typography>
    </Box>
  );
};
