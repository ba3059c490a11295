import unittest

import small

from plotting.crossbar import Crossbar
from plotting.mesh import Mesh
from plotting.statistics import Statistics
from reproduction.errors import InputError


def mesh_of(content):
    return Mesh.find(Statistics("stats.json", content))


class MeshTest(unittest.TestCase):
    def setUp(self):
        self.content = small.mesh()

    def links(self, network):
        return {link.name: link.utilisation for link in mesh_of(self.content).networks[network].links}

    def test_utilisation_counts_cycles_of_the_network(self):
        requests, replies = self.links(0), self.links(1)
        self.assertEqual(requests["router 1 to router 2"], 100 / 200)
        self.assertEqual(replies["router 2 to router 5"], 60 / 200)
        self.assertEqual(replies["router 2 to router 1"], 130 / 200)
        self.assertEqual(replies["router 1 to router 0"], 50 / 200)

    def test_nodes_send_in_one_network_and_receive_in_the_other(self):
        requests, replies = self.links(0), self.links(1)
        self.assertEqual(requests["cluster 1 to router 1"], 20 / 200)
        self.assertEqual(requests["router 2 to memory 0"], 80 / 200)
        self.assertEqual(replies["memory 0 to router 2"], 190 / 200)
        self.assertEqual(replies["router 1 to cluster 1"], 30 / 200)
        self.assertNotIn("memory 0 to router 2", requests)
        self.assertNotIn("router 2 to memory 0", replies)

    def test_links_lead_to_neighbours_only(self):
        # 3 x 2 routers: 2 x 2 x 2 links along rows, 3 x 2 along columns, one for each of 5 nodes.
        self.assertEqual(len(self.links(0)), 8 + 6 + 5)
        self.assertNotIn("router 2 to router 3", self.links(0))
        self.assertFalse([name for name in self.links(0) if name in ["router 5 to cluster 4", "router 5 to memory 1"]])

    def test_the_busiest_link_of_each_network(self):
        names = [network.busiest().name for network in mesh_of(self.content).networks]
        self.assertEqual(names, ["router 1 to router 2", "memory 0 to router 2"])

    def test_the_shape_is_the_configured_one(self):
        for width, height, shape in [(0, 0, (3, 2)), (2, 0, (2, 3)), (0, 3, (2, 3)), (6, 1, (6, 1))]:
            self.content["config"].update({"mesh.width": width, "mesh.height": height})
            mesh = mesh_of(self.content)
            self.assertEqual((mesh.width, mesh.height), shape)
        self.content["config"].update({"mesh.width": 4})
        with self.assertRaisesRegex(InputError, "6 routers do not make rows of 4"):
            mesh_of(self.content)

    def test_routers_show_merges_where_there_are_any_and_packets_elsewhere(self):
        requests, replies = mesh_of(self.content).networks
        self.assertEqual(requests.heat[3], 30)
        self.assertIn("merged", requests.heat_label)
        self.assertEqual(replies.heat[3], 103)
        self.assertNotIn("merged", replies.heat_label)
        for place in range(6):
            self.content["modules"][f"gpu.noc.requests.router_{place}"]["merges"]["value"] = 0
        self.assertEqual(mesh_of(self.content).networks[0].heat, [50] * 6)

    def test_a_missing_counter_is_named(self):
        del self.content["modules"]["gpu.noc.replies.router_4"]["output_flits"]
        with self.assertRaisesRegex(InputError, "gpu.noc.replies.router_4 has no output_flits"):
            mesh_of(self.content)


class CrossbarTest(unittest.TestCase):
    def test_utilisation_of_each_port(self):
        requests, replies = Crossbar.find(Statistics("stats.json", small.crossbar())).networks
        self.assertEqual([(port.node, port.utilisation) for port in requests.outputs],
                         [("L2 slice 0", 0.2), ("L2 slice 1", 0.1)])
        self.assertEqual([(port.node, port.utilisation) for port in replies.outputs],
                         [("cluster 0", 0.3), ("cluster 1", 0.35), ("cluster 2", 0.6)])
        self.assertEqual([requests.busiest().name, replies.busiest().name], ["to L2 slice 0", "from L2 slice 1"])

    def test_without_an_l2_memory_controllers_are_at_the_other_end(self):
        content = small.crossbar()
        content["config"]["path.l2"] = False
        network = Crossbar.find(Statistics("stats.json", content)).networks[0]
        self.assertEqual(network.outputs[1].node, "memory controller 1")

    def test_each_kind_is_told_from_the_other(self):
        self.assertIsNone(Mesh.find(Statistics("stats.json", small.crossbar())))
        self.assertIsNone(Crossbar.find(Statistics("stats.json", small.mesh())))


if __name__ == "__main__":
    unittest.main()
