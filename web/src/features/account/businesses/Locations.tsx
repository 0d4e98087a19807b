import { useQuery } from "@connectrpc/connect-query";
import type { Location } from "@leashline/proto/leashline/account/v1/location_pb.js";
import { LocationService } from "@leashline/proto/leashline/account/v1/location_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { addressText } from "../../../ui/format/address.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";

const kinds = ["Mobile", "At our place", "Shop and van"];
const lines = ({ address }: Location): string => (address ? addressText(address) : "");

/** The company's locations. */
const Locations = () => {
  const format = useFormat();
  const locations = useQuery(LocationService.method.listLocations, { all: true });
  const columns: Column<Location>[] = [
    {
      key: "name",
      header: "Name",
      cell: (one) => (
        <Box sx={{ display: "flex", alignItems: "center", gap: 1.25, fontWeight: 600 }}>
          <Avatar name={one.name} id={one.id} size={28} src={one.avatarPath} />
          {one.name}
        </Box>
      ),
    },
    { key: "address", header: "Address", cell: (one) => lines(one) || "–" },
    { key: "phone", header: "Phone", cell: (one) => format.phone(one.contactPhoneNumber) || "–" },
    { key: "mine", header: "", cell: (one) => one.isWorkingLocation && <StatusChip tone="accent">You work here</StatusChip> },
    { key: "kind", header: "Kind", cell: (one) => <StatusChip>{kinds[one.businessType]}</StatusChip> },
  ];
  return (
    <SettingsFrame
      title="Locations"
      actions={
        <LinkButton to="/setting/createBusiness" variant="contained" color="primary" startIcon={<Icon name="plus" />}>
          Add location
        </LinkButton>
      }
    >
      <DataList
        label="Locations"
        rows={locations.data?.locations}
        rowKey={(one) => one.id}
        columns={columns}
        card={(one) => (
          <>
            <Typography variant="subtitle1">{one.name}</Typography>
            <Typography color="textSecondary">{lines(one)}</Typography>
          </>
        )}
        href={(one) => pathTo("/setting/business/info/:id", { id: one.id })}
        error={locations.error}
        onRetry={() => void locations.refetch()}
        empty={<EmptyState icon="building" title="No location" text="A location has its own calendar, staff and closed dates." />}
      />
    </SettingsFrame>
  );
};

export default Locations;
