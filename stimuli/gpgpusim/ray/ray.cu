// A picture of spheres and planes by ray tracing, after RAY of the GPGPU-Sim benchmark set (ISPASS 2009), written anew.
// Kept: a thread per pixel in CTAs of 16 x 8; at what a ray hits, a shadow ray to a point light and a reflected ray, in
// a loop of up to `levels` turns that lanes leave after different numbers of turns; every ray is tested against all
// objects; what each level adds goes onto a stack of five entries of 16 bytes in local memory, all of which are set at
// first and added up at last; neighbouring pixels lie side by side in the frame. Different: the objects are in global
// memory and every CTA copies them into shared memory (the benchmark keeps them in constant memory); the frame has
// three planes of f32 instead of one of packed bytes, so that it can be compared with a tolerance; no highlights.
#include "../../cuda.h"

struct alignas(16) Vector4 {
    float x, y, z, w;
};

struct Vector {
    float x, y, z;
};

__device__ inline Vector operator+(Vector a, Vector b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
__device__ inline Vector operator-(Vector a, Vector b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
__device__ inline Vector operator*(float f, Vector a) {
    return {f * a.x, f * a.y, f * a.z};
}
__device__ inline float dot(Vector a, Vector b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
__device__ inline Vector unit(Vector a) {
    return (1.0f / __nvvm_sqrt_rn_f(dot(a, a))) * a;
}

constexpr int most_objects = 16, most_levels = 5;

struct Scene {
    const Vector4* shapes;     // spheres: centre, radius; then planes: normal n, w; points p with n p = w
    const Vector4* materials;  // colour, share of the light that is reflected
    int spheres, objects;
};

constexpr float far = 1e20f;
constexpr float gap = 1e-3f;  // rays start this far above a surface, so that they do not hit it again

// By the point of the ray that is nearest to the centre: the quadratic formula would lose digits of small far spheres.
__device__ inline float distance_to_sphere(Vector4 sphere, Vector from, Vector direction) {
    const Vector to_centre = {sphere.x - from.x, sphere.y - from.y, sphere.z - from.z};
    const float nearest = dot(to_centre, direction);
    const Vector passing = to_centre - nearest * direction;
    const float half_chord_squared = sphere.w * sphere.w - dot(passing, passing);
    if (half_chord_squared <= 0.0f) return far;
    const float distance = nearest - __nvvm_sqrt_rn_f(half_chord_squared);
    return distance > 0.0f ? distance : far;
}

__device__ inline float distance_to_plane(Vector4 plane, Vector from, Vector direction) {
    const Vector normal = {plane.x, plane.y, plane.z};
    const float towards = dot(normal, direction);
    if (towards >= 0.0f) return far;  // seen from the front only
    return (plane.w - dot(normal, from)) / towards;
}

// Distance and number of the nearest object.
__attribute__((device, always_inline)) inline float nearest(const Scene& scene, Vector from, Vector direction,
                                                            int& object) {
    float best = far;
    for (int i = 0; i < scene.objects; ++i) {
        const Vector4 shape = scene.shapes[i];
        const float distance =
            i < scene.spheres ? distance_to_sphere(shape, from, direction) : distance_to_plane(shape, from, direction);
        if (distance < best) best = distance, object = i;
    }
    return best;
}

// Whether a sphere stands between a point and the light. Planes cast no shadow here: the light is before all of them.
__attribute__((device, always_inline)) inline bool in_shadow(const Scene& scene, Vector from, Vector direction,
                                                             float light_distance) {
    for (int i = 0; i < scene.spheres; ++i)
        if (distance_to_sphere(scene.shapes[i], from, direction) < light_distance) return true;
    return false;
}

__attribute__((device, always_inline)) inline Vector normal_at(const Scene& scene, int object, Vector point) {
    const Vector4 shape = scene.shapes[object];
    if (object < scene.spheres) return unit({point.x - shape.x, point.y - shape.y, point.z - shape.z});
    return {shape.x, shape.y, shape.z};
}

// Follows a ray, and leaves on the stack for each level what the surface scatters and which share it reflects.
__attribute__((device, always_inline)) inline void follow(const Scene& scene, Vector light, Vector from,
                                                          Vector direction, int levels, Vector4* stack) {
    for (int level = 0; level < levels; ++level) {
        int object = 0;
        const float distance = nearest(scene, from, direction, object);
        if (distance >= far) {
            stack[level] = {0.3f, 0.5f, 0.8f, 0.0f};  // sky
            break;
        }
        const Vector point = from + distance * direction;
        const Vector normal = normal_at(scene, object, point);
        const Vector4 material = scene.materials[object];
        from = point + gap * normal;
        const Vector to_light = light - from;
        const float light_distance = __nvvm_sqrt_rn_f(dot(to_light, to_light));
        const Vector light_direction = (1.0f / light_distance) * to_light;
        float brightness = 0.15f;  // ambient
        const float facing = dot(normal, light_direction);
        if (facing > 0.0f && !in_shadow(scene, from, light_direction, light_distance)) brightness += 0.85f * facing;
        brightness *= 1.0f - material.w;
        stack[level] = {brightness * material.x, brightness * material.y, brightness * material.z, material.w};
        if (material.w == 0.0f) break;
        direction = direction - (2.0f * dot(normal, direction)) * normal;
    }
}

// The camera is at (0, 2, -6) and looks along z; the picture is two units high at distance 2.
extern "C" __global__ void render(const Vector4* shapes, const Vector4* materials, int spheres, int objects,
                                  float light_x, float light_y, float light_z, int levels, float* frame, int width,
                                  int height) {
    __shared__ Vector4 shared_shapes[most_objects], shared_materials[most_objects];
    const int t = threadIdx.y * blockDim.x + threadIdx.x;
    if (t < objects) {
        shared_shapes[t] = shapes[t];
        shared_materials[t] = materials[t];
    }
    __syncthreads();
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    Vector4 stack[most_levels];
    for (int level = 0; level < levels; ++level) stack[level] = {0.0f, 0.0f, 0.0f, 0.0f};
    const float pixel = 2.0f / (float)height;
    const Vector direction = {((float)x + 0.5f - 0.5f * (float)width) * pixel,
                              (0.5f * (float)height - (float)y - 0.5f) * pixel, 2.0f};
    follow({shared_shapes, shared_materials, spheres, objects}, {light_x, light_y, light_z}, {0.0f, 2.0f, -6.0f},
           unit(direction), levels, stack);
    Vector colour = {0.0f, 0.0f, 0.0f};
    for (int level = levels - 1; level >= 0; --level) {
        const Vector4 entry = stack[level];
        colour = Vector{entry.x, entry.y, entry.z} + entry.w * colour;
    }
    const int place = y * width + x, plane = width * height;
    frame[place] = colour.x;
    frame[place + plane] = colour.y;
    frame[place + 2 * plane] = colour.z;
}
