#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

using Vector = std::array<double, 3>;

Vector along(const Vector& from, double distance, const Vector& direction) {
    return {from[0] + distance * direction[0], from[1] + distance * direction[1], from[2] + distance * direction[2]};
}

double dot(const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Vector unit(const Vector& a) {
    return along({0, 0, 0}, 1 / std::sqrt(dot(a, a)), a);
}

struct Object {
    bool is_sphere;
    Vector vector;  // the centre, or the plane's normal
    double number;  // the radius, or the plane's distance from the origin
    Vector colour;
    double reflected;
    Vector normal(const Vector& point) const { return is_sphere ? unit(along(point, -1, vector)) : vector; }
    std::optional<double> hit(const Vector& from, const Vector& direction) const;
};

// Both are hit on their outer or front side. Of a sphere: |from + t direction - centre| = radius, solved for t.
std::optional<double> Object::hit(const Vector& from, const Vector& direction) const {
    double distance = 0;
    if (is_sphere) {
        const Vector from_centre = along(from, -1, vector);
        const double b = dot(from_centre, direction), c = dot(from_centre, from_centre) - number * number;
        if (b * b <= c) return {};
        distance = -b - std::sqrt(b * b - c);
    } else {
        if (dot(vector, direction) >= 0) return {};
        distance = (number - dot(vector, from)) / dot(vector, direction);
    }
    if (distance <= 0) return {};
    return distance;
}

struct Scene {
    std::vector<Object> objects;
    Vector light;

    const Object* first_hit(const Vector& from, const Vector& direction, double& distance) const {
        const Object* first = nullptr;
        for (const Object& object : objects)
            if (const auto at = object.hit(from, direction); at && *at < distance) distance = *at, first = &object;
        return first;
    }

    // The light from `direction`: what the surface scatters, and what a mirror in its place would show.
    Vector colour(const Vector& from, const Vector& direction, std::int64_t depth) const {
        double distance = 1e20;
        const Object* object = first_hit(from, direction, distance);
        if (!object) return {0.3, 0.5, 0.8};
        Vector point = along(from, distance, direction);
        const Vector normal = object->normal(point);
        point = along(point, 1e-3, normal);
        const Vector to_light = along(light, -1, point);
        double light_distance = std::sqrt(dot(to_light, to_light));
        const double facing = dot(normal, unit(to_light));
        const bool lit = facing > 0 && !first_hit(point, unit(to_light), light_distance);
        const double brightness = 0.15 + (lit ? 0.85 * facing : 0);
        Vector seen = along({0, 0, 0}, (1 - object->reflected) * brightness, object->colour);
        if (depth > 0 && object->reflected > 0) {
            const Vector mirrored = along(direction, -2 * dot(normal, direction), normal);
            seen = along(seen, object->reflected, colour(point, mirrored, depth - 1));
        }
        return seen;
    }
};

Scene scene_of(ReferenceMemory& memory) {
    Scene scene{{}, {-4, 6, -5}};
    const auto shapes = memory.buffer<float>("SHAPE"), materials = memory.buffer<float>("MATERIAL");
    for (std::int64_t i = 0; i < memory.integer("OBJECTS"); ++i) {
        const float *shape = &shapes[4 * i], *material = &materials[4 * i];
        const Vector vector{shape[0], shape[1], shape[2]}, colour{material[0], material[1], material[2]};
        scene.objects.push_back({i < memory.integer("SPHERES"), vector, shape[3], colour, material[3]});
    }
    return scene;
}

}  // namespace

HEDDLE_REFERENCE("gpgpusim/ray")(ReferenceMemory& memory) {
    const Scene scene = scene_of(memory);
    const auto frame = memory.buffer<float>("FRAME");
    const auto width = memory.integer("WIDTH"), height = memory.integer("HEIGHT"), levels = memory.integer("LEVELS");
    const double half_width = double(width) / 2, half_height = double(height) / 2;
    for (std::int64_t y = 0; y < height; ++y)
        for (std::int64_t x = 0; x < width; ++x) {
            const double right = double(x) + 0.5 - half_width, up = half_height - double(y) - 0.5;
            const Vector colour =
                scene.colour({0, 2, -6}, unit({right / half_height, up / half_height, 2}), levels - 1);
            for (int plane = 0; plane < 3; ++plane)
                frame[(plane * height + y) * width + x] = static_cast<float>(colour[plane]);
        }
}

}  // namespace heddle
